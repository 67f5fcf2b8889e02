/** XML text as a tree of elements, each with its place. Entities beyond XML's own five, and so documents that grow, are refused. */
import { SAXParser } from 'sax';
import type { Diagnostics } from '../base/diagnostic.js';
import type { SourceText, Span } from '../base/span.js';

export interface XmlElement {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  /** Text between its tags, that of children left out. */
  readonly text: string;
  readonly children: readonly XmlElement[];
  /** Its opening tag. */
  readonly span: Span;
}

interface OpenElement extends XmlElement {
  text: string;
  readonly children: XmlElement[];
}

/** Parses a document; what is wrong becomes a diagnostic and undefined. */
export function parseXml(source: SourceText, diagnostics: Diagnostics): XmlElement | undefined {
  const parser = new SAXParser(true, { position: true });
  const open: OpenElement[] = [];
  let root: XmlElement | undefined;
  let second: XmlElement | undefined;
  parser.onopentag = ({ name, attributes }) => {
    const element: OpenElement = {
      name,
      attributes: new Map(Object.entries(attributes).map(([key, value]) => [key, String(value)])),
      text: '',
      children: [],
      span: { source, start: parser.startTagPosition - 1, end: parser.position },
    };
    open.at(-1)?.children.push(element);
    if (open.length === 0 && root) second ??= element;
    root ??= element;
    open.push(element);
  };
  const addText = (text: string): void => {
    const element = open.at(-1);
    if (element) element.text += text;
  };
  parser.ontext = addText;
  parser.oncdata = addText;
  parser.onclosetag = () => void open.pop();
  let place = 0;
  parser.onerror = () => (place = parser.position);
  try {
    parser.write(source.text).close();
    if (!second) return root;
    tellSecondRoot(root, second, diagnostics);
    return undefined;
  } catch (error) {
    if (second) {
      tellSecondRoot(root, second, diagnostics);
      return undefined;
    }
    const [message = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
    const start = Math.min(Math.max(0, place - 1), source.text.length);
    diagnostics.error('xml-syntax', `this is no XML: ${message.toLowerCase()}`, {
      source,
      start,
      end: start + 1,
    });
    return undefined;
  }
}

/** The parts of a model one behind the other, as documents print them, are no document. */
function tellSecondRoot(root: XmlElement | undefined, second: XmlElement, diagnostics: Diagnostics): void {
  const message = `${second.name} stands behind ${root?.name ?? 'the document'}: a file is one element`;
  const hint = 'put all parts into one, <SiconosModel> ... </SiconosModel>';
  diagnostics.error('xml-roots', message, second.span, { hint });
}
