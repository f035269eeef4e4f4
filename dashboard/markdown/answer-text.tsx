import type { Definition, InlineCode, Nodes, Parents, Table } from 'mdast';
import { createElement, Fragment, type ReactNode, useMemo } from 'react';
import { cutText, type Highlight } from './highlights.ts';
import { parseAnswer } from './parse-answer.ts';
import { toSourceOffsets } from './source-offsets.ts';

interface AnswerTextProps {
  text: string;
  highlights: readonly Highlight[];
  /** The index of the highlight under the pointer or the focus. */
  active: number | null;
  colors: ReadonlyMap<string, string>;
  /** The level of the answer's top headings, one below the page's own. */
  headingLevel: number;
  isPlain?: boolean;
}

interface Drawing extends Omit<AnswerTextProps, 'isPlain'> {
  shift: number;
  definitions: ReadonlyMap<string, Definition>;
  levels: ReadonlyMap<Nodes, number>;
  isInLink: boolean;
}

/** Renders an answer's Markdown as elements. HTML in it is shown as text. */
export function AnswerText({ text, isPlain = false, ...rest }: AnswerTextProps) {
  const parsed = useMemo(() => (isPlain ? undefined : parseAnswer(text)), [text, isPlain]);
  const { definitions, levels } = useMemo(() => indexTree(parsed?.root), [parsed]);
  const drawing = { text, ...rest, shift: parsed?.shift ?? 0, definitions, levels, isInLink: false };
  if (!parsed) {
    return <div className="answer-text is-plain">{drawText(text, { start: 0, end: text.length, drawing })}</div>;
  }
  return <div className="answer-text">{drawChildren(parsed.root, drawing)}</div>;
}

/** Collects the targets of references, and how deep each heading is nested. */
function indexTree(root: Nodes | undefined) {
  const definitions = new Map<string, Definition>();
  const levels = new Map<Nodes, number>();
  const above: number[] = [];
  const visit = (node: Nodes) => {
    if (node.type === 'definition' && !definitions.has(node.identifier)) definitions.set(node.identifier, node);
    if (node.type === 'heading') {
      while (above.length > 0 && above.at(-1)! >= node.depth) above.pop();
      levels.set(node, above.length);
      above.push(node.depth);
    }
    if ('children' in node) for (const child of node.children) visit(child);
  };
  if (root) visit(root);
  return { definitions, levels };
}

function drawChildren(node: Parents, drawing: Drawing): ReactNode {
  return node.children.map((child, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the nodes of a text never change their order.
    <Fragment key={index}>{draw(child, drawing)}</Fragment>
  ));
}

function draw(node: Nodes, drawing: Drawing): ReactNode {
  switch (node.type) {
    case 'text':
      return drawValue(node, drawing);
    case 'paragraph':
      return <p>{drawChildren(node, drawing)}</p>;
    case 'heading': {
      // Answers skip heading levels. Screen readers expect none to be missing.
      const level = Math.min(6, drawing.headingLevel + (drawing.levels.get(node) ?? 0));
      return createElement(`h${level}`, { className: `answer-heading is-${node.depth}` }, drawChildren(node, drawing));
    }
    case 'strong':
      return <strong>{drawChildren(node, drawing)}</strong>;
    case 'emphasis':
      return <em>{drawChildren(node, drawing)}</em>;
    case 'delete':
      return <del>{drawChildren(node, drawing)}</del>;
    case 'break':
      return <br />;
    case 'thematicBreak':
      return <hr />;
    case 'blockquote':
      return <blockquote>{drawChildren(node, drawing)}</blockquote>;
    case 'list':
      return node.ordered ? (
        <ol start={node.start ?? 1}>{drawChildren(node, drawing)}</ol>
      ) : (
        <ul>{drawChildren(node, drawing)}</ul>
      );
    case 'listItem':
      return <li>{drawChildren(node, drawing)}</li>;
    case 'inlineCode':
      return <code>{drawCode(node, drawing)}</code>;
    case 'code':
      return (
        <pre tabIndex={0}>
          <code>{node.value}</code>
        </pre>
      );
    case 'html':
      // HTML is shown as text.
      return drawValue(node, drawing);
    case 'link':
      return drawLink(node.url, drawChildren(node, { ...drawing, isInLink: true }));
    case 'linkReference': {
      const target = drawing.definitions.get(node.identifier);
      const label = drawChildren(node, { ...drawing, isInLink: target !== undefined });
      return target ? drawLink(target.url, label) : <>[{label}]</>;
    }
    case 'image':
      // Images are not loaded, because their servers would learn who reads the answer.
      return drawLink(node.url, <>🖼 {node.alt || 'image'}</>);
    case 'imageReference':
      return <>🖼 {node.alt || 'image'}</>;
    case 'footnoteReference':
      return <sup>[{node.label ?? node.identifier}]</sup>;
    case 'footnoteDefinition':
      return (
        <div className="answer-footnote">
          <sup>[{node.label ?? node.identifier}]</sup> {drawChildren(node, drawing)}
        </div>
      );
    case 'table':
      return drawTable(node, drawing);
    default:
      return 'children' in node ? drawChildren(node as Parents, drawing) : null;
  }
}

function drawTable({ align, children }: Table, drawing: Drawing): ReactNode {
  const [head, ...rows] = children;
  const drawRow = (row: Table['children'][number] | undefined, Cell: 'th' | 'td') => (
    <tr>
      {row?.children.map((cell, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the nodes of a text never change their order.
        <Cell key={index} className={align?.[index] === 'right' ? 'is-number' : ''}>
          {drawChildren(cell, drawing)}
        </Cell>
      ))}
    </tr>
  );
  return (
    <div className="answer-table" tabIndex={0}>
      <table>
        <thead>{drawRow(head, 'th')}</thead>
        <tbody>
          {rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the nodes of a text never change their order.
            <Fragment key={index}>{drawRow(row, 'td')}</Fragment>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function drawLink(url: string, label: ReactNode): ReactNode {
  if (!/^https?:\/\//i.test(url)) return <span className="answer-dead-link">{label}</span>;
  return (
    <a href={url} target="_blank" rel="noopener noreferrer nofollow">
      {label}
    </a>
  );
}

function drawValue(node: Extract<Nodes, { value: string }>, drawing: Drawing): ReactNode {
  const start = (node.position?.start.offset ?? 0) + drawing.shift;
  const end = (node.position?.end.offset ?? 0) + drawing.shift;
  return drawText(node.value, { start, end, drawing });
}

/** The backticks around code are not part of its value. */
function drawCode(node: InlineCode, drawing: Drawing): ReactNode {
  const start = (node.position?.start.offset ?? 0) + drawing.shift;
  const end = (node.position?.end.offset ?? 0) + drawing.shift;
  const [fence] = /^`*/.exec(drawing.text.slice(start, end))!;
  return drawText(node.value, { start: start + fence.length, end: end - fence.length, drawing });
}

function drawText(value: string, { start, end, drawing }: { start: number; end: number; drawing: Drawing }): ReactNode {
  const { text, highlights, active, colors, isInLink } = drawing;
  const clauses = active === null ? [] : (highlights[active]?.mention.clauses ?? []);
  const pieces = cutText(value, toSourceOffsets(value, { source: text, start, end }), { highlights, clauses });
  return pieces.map(({ text: piece, highlight, isClause }, index) => {
    const clause = isClause ? ' is-clause' : '';
    const key = `${index} ${piece.length}`;
    if (!highlight)
      return isClause ? (
        <span key={key} className="clause">
          {piece}
        </span>
      ) : (
        <Fragment key={key}>{piece}</Fragment>
      );
    const shared = {
      className: `mention${clause}${highlight.index === active ? ' is-active' : ''}`,
      'data-color': colors.get(highlight.brand.id) ?? 'gray',
      'data-mention': highlight.index,
    };
    // A link is already focusable and must not contain another focusable element.
    if (isInLink)
      return (
        <mark key={key} {...shared}>
          {piece}
        </mark>
      );
    return (
      <mark key={key} {...shared} tabIndex={0}>
        {piece}
      </mark>
    );
  });
}
