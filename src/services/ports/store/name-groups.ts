import type { JsonObject } from '../../../registry/json.ts';

export interface AliasEntry {
  canonical: string;
  aliases: string[];
}

export interface AliasReader {
  /** Sorted by canonical (code points); aliases in the order given. */
  all(): Promise<AliasEntry[]>;
  get(canonical: string): Promise<AliasEntry | null>;
  /** The canonical group that holds this alias. */
  holder(alias: string): Promise<string | null>;
}

export interface AliasWriter extends AliasReader {
  /**
   * Replaces the list; an empty list keeps the entry. A unique constraint stops an alias from having two
   * holders.
   */
  put(entry: AliasEntry): Promise<void>;
  delete(canonical: string): Promise<boolean>;
}

export interface Family {
  family_name: string;
  members: string[];
}

export interface FamilyReader {
  all(): Promise<Family[]>;
  get(familyName: string): Promise<Family | null>;
  /** The family that has this group as a member. */
  holder(groupName: string): Promise<string | null>;
}

export interface FamilyWriter extends FamilyReader {
  /** Replaces the members. A unique constraint stops a group from being in two families. */
  put(family: Family): Promise<void>;
  delete(familyName: string): Promise<boolean>;
}

export interface NameSchemaReader {
  all(): Promise<{ group_name: string; schema: JsonObject }[]>;
  get(groupName: string): Promise<JsonObject | null>;
}

export interface NameSchemaWriter extends NameSchemaReader {
  put(groupName: string, schema: JsonObject): Promise<void>;
  delete(groupName: string): Promise<boolean>;
}
