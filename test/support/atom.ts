import { SaxesParser } from 'saxes';

/** An element of an Atom document. */
export interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: Element[];
  text: string;
}

export interface AtomEntry {
  readonly id: string;
  readonly title: string;
  readonly updated: string;
  readonly link: string;
  readonly html: string;
  readonly categories: string[];
}

export interface AtomFeed {
  readonly id: string;
  readonly title: string;
  readonly updated: string;
  readonly self: string;
  readonly alternate: string;
  readonly entries: AtomEntry[];
}

const atom = 'http://www.w3.org/2005/Atom';

/**
 * Reads an Atom document with a strict parser, and checks it against RFC 4287. Elements of other namespaces
 * count as errors.
 *
 * @throws Error naming the rule that the document breaks
 */
export function readAtom(xml: string): AtomFeed {
  const feed = parse(xml);
  if (feed.name !== 'feed') throw new Error(`the document is a ${feed.name}`);
  if (all(feed, 'author').length !== 1 || text(one(feed, 'author'), 'name') === '')
    throw new Error('no author');
  const ids = all(feed, 'entry').map((entry) => text(entry, 'id'));
  if (new Set(ids).size < ids.length) throw new Error('an id is there twice');
  return {
    ...common(feed),
    self: link(feed, 'self'),
    alternate: link(feed, 'alternate'),
    entries: all(feed, 'entry').map((entry) => {
      const content = one(entry, 'content');
      if (content.attributes.type !== 'html') throw new Error(`type ${content.attributes.type}`);
      return {
        ...common(entry),
        link: link(entry, 'alternate'),
        html: content.text,
        categories: all(entry, 'category').map(({ attributes }) => attributes.term ?? ''),
      };
    }),
  };
}

function common(element: Element) {
  const [id, updated] = [text(element, 'id'), text(element, 'updated')];
  if (!/^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(id)) {
    throw new Error(`not an id: ${id}`);
  }
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(updated)) throw new Error(`not a time: ${updated}`);
  return { id, updated, title: text(element, 'title') };
}

function link(element: Element, rel: string): string {
  const [found, ...others] = all(element, 'link').filter(
    ({ attributes }) => (attributes.rel ?? 'alternate') === rel,
  );
  if (!found || others.length > 0) throw new Error(`${element.name} needs one link ${rel}`);
  return new URL(found.attributes.href ?? '').href;
}

const all = (element: Element, name: string) => element.children.filter((child) => child.name === name);

function one(element: Element, name: string): Element {
  const [found, ...others] = all(element, name);
  if (!found || others.length > 0) throw new Error(`${element.name} needs one ${name}`);
  return found;
}

const text = (element: Element, name: string) => one(element, name).text;

function parse(xml: string): Element {
  const parser = new SaxesParser({ xmlns: true });
  const root: Element = { name: '', attributes: {}, children: [], text: '' };
  const open = [root];
  const addText = (words: string) => {
    (open.at(-1) as Element).text += words;
  };
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ local, uri, attributes }) => {
    if (uri !== atom) throw new Error(`${local} is of ${uri || 'no namespace'}`);
    const said = Object.values(attributes).map(({ name, value }) => [name, value]);
    const element: Element = { name: local, attributes: Object.fromEntries(said), children: [], text: '' };
    (open.at(-1) as Element).children.push(element);
    open.push(element);
  });
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', () => open.pop());
  parser.write(xml).close();
  return root.children[0] as Element;
}
