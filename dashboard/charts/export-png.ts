import { saveFile } from '../table/save-file.ts';

const SCALE = 2;
const MARGIN = 16;
/** The height of the title and the line below it. */
const HEAD = 48;
const STYLES = [
  'fill',
  'stroke',
  'stroke-width',
  'stroke-linejoin',
  'stroke-linecap',
  'stroke-dasharray',
  'opacity',
  'font-size',
  'font-weight',
  'font-family',
];

interface Head {
  title: string;
  subtitle: string;
}

/** Saves an SVG drawing as it looks on the page, under a title that says what it shows. */
export async function savePng(drawing: SVGSVGElement, name: string, { title, subtitle }: Head): Promise<void> {
  const { width, height } = drawing.getBoundingClientRect();
  const copy = inlineStyles(drawing);
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(copy))}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = (width + 2 * MARGIN) * SCALE;
  canvas.height = (height + HEAD + 2 * MARGIN) * SCALE;
  const pen = canvas.getContext('2d')!;
  pen.scale(SCALE, SCALE);
  const { backgroundColor, color, fontFamily } = getComputedStyle(document.body);
  pen.fillStyle = backgroundColor;
  pen.fillRect(0, 0, width + 2 * MARGIN, height + HEAD + 2 * MARGIN);
  pen.fillStyle = color;
  pen.textBaseline = 'top';
  pen.font = `600 18px ${fontFamily}`;
  pen.fillText(title, MARGIN, MARGIN, width);
  pen.font = `400 13px ${fontFamily}`;
  pen.fillText(subtitle, MARGIN, MARGIN + 24, width);
  pen.drawImage(image, MARGIN, MARGIN + HEAD, width, height);
  const png = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (!png) throw new Error('The browser could not create the image.');
  saveFile(png, name);
}

/** Style sheets do not apply to a drawing outside the page, so each element gets a copy of its computed styles. */
function inlineStyles(drawing: SVGSVGElement): SVGSVGElement {
  const copy = drawing.cloneNode(true) as SVGSVGElement;
  const originals = drawing.querySelectorAll<SVGElement>('*');
  for (const [index, element] of copy.querySelectorAll<SVGElement>('*').entries()) {
    const computed = getComputedStyle(originals[index]!);
    for (const style of STYLES) element.style.setProperty(style, computed.getPropertyValue(style));
  }
  return copy;
}
