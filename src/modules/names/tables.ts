export interface AliasEntry {
  canonical: string;
  aliases: string[];
}

export interface Family {
  family_name: string;
  members: string[];
}
