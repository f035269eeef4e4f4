import { saveFile } from '../table/save-file.ts';

const SCALE = 2;
const EDGE = 16;
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

/** Saves a drawing as it looks now. */
export async function savePng(drawing: SVGSVGElement, name: string): Promise<void> {
  const { width, height } = drawing.getBoundingClientRect();
  const copy = withOwnStyles(drawing);
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(copy))}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = (width + 2 * EDGE) * SCALE;
  canvas.height = (height + 2 * EDGE) * SCALE;
  const pen = canvas.getContext('2d')!;
  pen.scale(SCALE, SCALE);
  pen.fillStyle = getComputedStyle(document.body).backgroundColor;
  pen.fillRect(0, 0, width + 2 * EDGE, height + 2 * EDGE);
  pen.drawImage(image, EDGE, EDGE, width, height);
  const png = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (!png) throw new Error('The browser could not make the picture.');
  saveFile(png, name);
}

/** A drawing outside the page sees none of its style sheets: what they say is written into each element. */
function withOwnStyles(drawing: SVGSVGElement): SVGSVGElement {
  const copy = drawing.cloneNode(true) as SVGSVGElement;
  const originals = drawing.querySelectorAll<SVGElement>('*');
  for (const [index, element] of copy.querySelectorAll<SVGElement>('*').entries()) {
    const computed = getComputedStyle(originals[index]!);
    for (const style of STYLES) element.style.setProperty(style, computed.getPropertyValue(style));
  }
  return copy;
}
