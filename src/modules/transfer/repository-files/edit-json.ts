import type { Node } from 'jsonc-parser';
import { isJsonObject, type JsonValue } from '../../../kernel/json.ts';
import { sameJson } from '../../../kernel/same-json.ts';
import { detectStyle, type JsonStyle, parseJsonTree, writeJson, writeScalar } from './json-tree.ts';

/** Thrown if a text is not a JSON object. `line` is the line of the error, starting at 1. */
export class NotJsonObjectError extends Error {
  readonly line: number;
  constructor(line: number, reason: string) {
    super(reason);
    this.name = 'NotJsonObjectError';
    this.line = line;
  }
}

/** A member of a JSON file's outermost object. A repeated name results in several members. */
export interface JsonFileMember {
  readonly name: string;
  readonly value: JsonValue;
  /** The line on which the member begins, starting at 1. */
  readonly line: number;
}

/**
 * Returns the members of a JSON file's outermost object, in file order.
 * @throws NotJsonObjectError if the text is not a JSON object
 */
export function readJsonFile(text: string): JsonFileMember[] {
  let line = 1;
  let scannedOffset = 0;
  return listMembers(parseRoot(text)).map((member) => {
    for (; scannedOffset < member.node.offset; scannedOffset += 1)
      if (text[scannedOffset] === '\n') line += 1;
    return { name: member.name, value: parseValue(text, member.value), line };
  });
}

/**
 * Changes the text of a JSON object so that its members equal `target`. A member that already has its target
 * value keeps its bytes, including the spelling of numbers and escapes. Other members are removed, or
 * replaced in place in the style of the file. New members are appended.
 *
 * @param target all members of the result. If the text repeats a name, only the last member of that name is
 *   changed
 * @throws NotJsonObjectError if the text is not a JSON object
 */
export function editJson(text: string, target: ReadonlyMap<string, JsonValue>): string {
  const root = parseRoot(text);
  const edits: Edit[] = [];
  editMembers({ text, style: detectStyle(text, root), edits }, root, target, false);
  return applyEdits(text, edits);
}

/** Returns the text of a new JSON file with these members. */
export function createJsonText(members: ReadonlyMap<string, JsonValue>): string {
  return `${editJson('{}', members)}\n`;
}

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

interface EditSession {
  readonly text: string;
  readonly style: JsonStyle;
  readonly edits: Edit[];
}

interface Member {
  readonly name: string;
  readonly node: Node;
  readonly value: Node;
}

function parseRoot(text: string): Node {
  const parsed = parseJsonTree(text.replace(/^\ufeff/, ' '));
  if ('fault' in parsed)
    throw new NotJsonObjectError(findLine(text, parsed.fault.offset), parsed.fault.reason);
  const { root } = parsed;
  if (root.type !== 'object') throw new NotJsonObjectError(1, 'is not a JSON object of records by name');
  return root;
}

function findLine(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}

function listMembers(object: Node): Member[] {
  return (object.children ?? []).map((node) => {
    const [key, value] = node.children as [Node, Node];
    return { name: String(key.value), node, value };
  });
}

function parseValue(text: string, node: Node): JsonValue {
  return JSON.parse(text.slice(node.offset, node.offset + node.length)) as JsonValue;
}

function endOf(node: Node): number {
  return node.offset + node.length;
}

/**
 * Edits the text of a JSON object so that its members equal `target`.
 * @param inOrder true: a new member is inserted after the member that precedes it in `target`; false: it is
 *   appended
 */
function editMembers(
  editSession: EditSession,
  object: Node,
  target: ReadonlyMap<string, JsonValue>,
  inOrder: boolean,
): void {
  const members = listMembers(object);
  const lastMemberByName = new Map(members.map((member) => [member.name, member]));
  for (const [name, { value }] of lastMemberByName) {
    const newValue = target.get(name);
    if (newValue !== undefined) editValue(editSession, value, newValue);
  }
  const remainingMembers = members.filter(({ name }) => target.has(name));
  removeItems(
    editSession,
    object,
    members.map(({ node }) => node),
    new Set(remainingMembers.map(({ node }) => node)),
  );
  let predecessor = inOrder ? null : (remainingMembers.at(-1) ?? null);
  let newMembers: [string, JsonValue][] = [];
  const insertNewMembers = () => {
    if (newMembers.length > 0) insertMembers(editSession, object, predecessor, remainingMembers, newMembers);
    newMembers = [];
  };
  for (const [name, value] of target) {
    const existingMember = lastMemberByName.get(name);
    if (!existingMember) newMembers.push([name, value]);
    else if (inOrder) {
      insertNewMembers();
      predecessor = existingMember;
    }
  }
  insertNewMembers();
}

function editValue(editSession: EditSession, node: Node, newValue: JsonValue): void {
  const currentValue = parseValue(editSession.text, node);
  if (sameJson(currentValue, newValue)) return;
  if (
    isJsonObject(currentValue) &&
    isJsonObject(newValue) &&
    Object.keys(currentValue).length > 0 &&
    Object.keys(newValue).length > 0
  ) {
    editMembers(editSession, node, new Map(Object.entries(newValue)), true);
  } else if (
    Array.isArray(currentValue) &&
    Array.isArray(newValue) &&
    currentValue.length > 0 &&
    newValue.length > 0
  ) {
    editElements(editSession, node, currentValue, newValue);
  } else {
    replace(editSession, node, newValue);
  }
}

function replace({ text, style, edits }: EditSession, node: Node, newValue: JsonValue): void {
  edits.push({
    start: node.offset,
    end: endOf(node),
    text: writeJson(newValue, style, readIndent(text, node.offset)),
  });
}

/**
 * Changes the elements of an array from `previousValues` to `newValues`. Equal elements at both ends stay
 * unchanged. The elements between them are edited, removed or inserted.
 */
function editElements(
  editSession: EditSession,
  array: Node,
  previousValues: readonly JsonValue[],
  newValues: readonly JsonValue[],
): void {
  const nodes = array.children ?? [];
  let headLength = 0;
  while (
    headLength < Math.min(previousValues.length, newValues.length) &&
    sameJson(previousValues[headLength], newValues[headLength])
  )
    headLength += 1;
  let tailLength = 0;
  const maxTailLength = Math.min(previousValues.length, newValues.length) - headLength;
  while (
    tailLength < maxTailLength &&
    sameJson(
      previousValues[previousValues.length - 1 - tailLength],
      newValues[newValues.length - 1 - tailLength],
    )
  )
    tailLength += 1;
  const middleValues = newValues.slice(headLength, newValues.length - tailLength);
  const middleNodes = nodes.slice(headLength, nodes.length - tailLength);
  const pairCount = Math.min(middleValues.length, middleNodes.length);
  for (let index = 0; index < pairCount; index += 1)
    editValue(editSession, middleNodes[index] as Node, middleValues[index] as JsonValue);
  const removedNodes = new Set(middleNodes.slice(pairCount));
  removeItems(editSession, array, nodes, new Set(nodes.filter((node) => !removedNodes.has(node))));
  const addedValues = middleValues.slice(pairCount);
  if (addedValues.length > 0)
    insertElements(editSession, array, nodes[headLength + pairCount - 1] ?? null, addedValues);
}

/**
 * Removes the items that are not in `remainingNodes`. Each is removed with the comma after it. Items after the
 * last remaining item are removed with the comma before them.
 */
function removeItems(
  { text, edits }: EditSession,
  container: Node,
  items: readonly Node[],
  remainingNodes: ReadonlySet<Node>,
): void {
  if (remainingNodes.size === items.length) return;
  if (remainingNodes.size === 0) {
    edits.push({ start: container.offset + 1, end: endOf(container) - 1, text: '' });
    return;
  }
  const lastRemainingIndex = items.findLastIndex((item) => remainingNodes.has(item));
  for (const [index, item] of items.entries()) {
    if (remainingNodes.has(item)) continue;
    const nextItem = items[index + 1];
    if (index < lastRemainingIndex && nextItem) edits.push(createRemoval(text, container, item, nextItem));
  }
  if (lastRemainingIndex < items.length - 1) {
    const end = endOf(items.at(-1) as Node);
    edits.push({ start: endOf(items[lastRemainingIndex] as Node), end, text: '' });
  }
}

/**
 * Returns the edit that removes `item`. `next` is the item after it. If both begin on a new line, the edit
 * removes whole lines, so that `next` keeps its indentation. Otherwise it removes the text from `item` up to
 * `next`.
 */
function createRemoval(text: string, container: Node, item: Node, next: Node): Edit {
  const [start, end] = [item, next].map((one) => findLeadingSpace(text, container, one)) as [number, number];
  const onLines =
    text.slice(start, item.offset).includes('\n') && text.slice(end, next.offset).includes('\n');
  return onLines ? { start, end, text: '' } : { start: item.offset, end: next.offset, text: '' };
}

/** Returns the offset after the bracket or comma before an item, where the item's whitespace begins. */
function findLeadingSpace(text: string, container: Node, item: Node): number {
  const items = container.children ?? [];
  const previousItem = items[items.indexOf(item) - 1];
  return previousItem ? text.indexOf(',', endOf(previousItem)) + 1 : container.offset + 1;
}

function insertMembers(
  editSession: EditSession,
  object: Node,
  predecessor: Member | null,
  remainingMembers: readonly Member[],
  newMembers: readonly (readonly [string, JsonValue])[],
): void {
  const { text, style } = editSession;
  const sampleMember = predecessor ?? remainingMembers[0] ?? null;
  const leadingSpace = sampleMember ? readLeadingSpace(text, object, sampleMember.node) : null;
  const separator = sampleMember
    ? text.slice(endOf(sampleMember.node.children?.[0] as Node), sampleMember.value.offset)
    : ': ';
  const indent = sampleMember
    ? readIndent(text, sampleMember.node.offset)
    : readIndent(text, object.offset) + style.unit;
  const texts = newMembers.map(
    ([name, value]) => `${writeScalar(name, style)}${separator}${writeJson(value, style, indent)}`,
  );
  insertItems(editSession, object, predecessor?.node ?? null, {
    leadingSpace,
    indent,
    texts,
    isContainerEmpty: remainingMembers.length === 0,
  });
}

function insertElements(
  editSession: EditSession,
  array: Node,
  predecessor: Node | null,
  addedValues: readonly JsonValue[],
): void {
  const { text, style } = editSession;
  const sampleItem = predecessor ?? (array.children?.[0] as Node);
  // The first of several items on one line has no whitespace before it, but the last one does.
  const leadingSpace = readLeadingSpace(text, array, array.children?.at(-1) ?? sampleItem);
  const indent = readIndent(text, sampleItem.offset);
  const texts = addedValues.map((value) => writeJson(value, style, indent));
  insertItems(editSession, array, predecessor, {
    leadingSpace,
    indent,
    texts,
    isContainerEmpty: false,
  });
}

/** Returns the whitespace between an item and the preceding bracket or comma. */
function readLeadingSpace(text: string, container: Node, item: Node): string {
  const items = container.children ?? [];
  const previousItem = items[items.indexOf(item) - 1];
  return text.slice(previousItem ? endOf(previousItem) : container.offset + 1, item.offset).replace(',', '');
}

interface NewItems {
  /** The whitespace before each new item, copied from an existing item; null if there is none. */
  readonly leadingSpace: string | null;
  readonly indent: string;
  readonly texts: readonly string[];
  /** Whether the container has no items except the new ones. */
  readonly isContainerEmpty: boolean;
}

function insertItems(
  { text, style, edits }: EditSession,
  container: Node,
  predecessor: Node | null,
  items: NewItems,
) {
  const leadingSpace = items.leadingSpace ?? `${style.lineEnd}${items.indent}`;
  const joinedText = items.texts.map((item) => leadingSpace + item).join(',');
  if (items.isContainerEmpty) {
    const indent = readIndent(text, container.offset);
    const afterBracket = container.offset + 1;
    // Replace all whitespace of an empty object, and drop the edits that emptied it.
    const end = endOf(container) - 1;
    const otherEdits = edits.filter((edit) => edit.start !== afterBracket || edit.end !== end);
    edits.splice(0, edits.length, ...otherEdits, {
      start: afterBracket,
      end,
      text: `${joinedText}${style.lineEnd}${indent}`,
    });
  } else if (predecessor) {
    edits.push({ start: endOf(predecessor), end: endOf(predecessor), text: `,${joinedText}` });
  } else {
    edits.push({ start: container.offset + 1, end: container.offset + 1, text: `${joinedText},` });
  }
}

/** Returns the indentation of the line that contains `offset`. */
function readIndent(text: string, offset: number): string {
  const line = text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset);
  return /^[ \t]*/.exec(line)?.[0] ?? '';
}

function applyEdits(text: string, edits: readonly Edit[]): string {
  // At the same offset, apply insertions before the removal of the following text.
  const orderedEdits = [...edits].sort((a, b) => a.start - b.start || a.end - b.end);
  let result = '';
  let offset = 0;
  for (const edit of orderedEdits) {
    result += text.slice(offset, edit.start) + edit.text;
    offset = edit.end;
  }
  return result + text.slice(offset);
}
