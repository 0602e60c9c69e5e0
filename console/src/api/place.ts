function meta(selector: string): HTMLMetaElement | null {
  return document.head.querySelector<HTMLMetaElement>(selector);
}

/**
 * Where the API lives, without a trailing slash. The service writes it into the page; `/api` when nobody did
 * (vite dev).
 */
export const apiBase: string = (() => {
  const given = meta('meta[name="modelref-api"]')?.content ?? '%';
  return given.includes('%MODELREF') || given === '%' ? '/api' : given.replace(/\/+$/, '');
})();

/** The page's style nonce: only style elements that carry it are let in by the page's policy. */
export const styleNonce: string | undefined = (() => {
  const given = meta('meta[property="csp-nonce"]')?.nonce;
  return given && !given.includes('%MODELREF') ? given : undefined;
})();

/** Whether the page's policy lets in the pictures of records: the operator decides. */
export const showsPictures: boolean = meta('meta[name="modelref-pictures"]')?.content === 'true';

/** Somebody as whom everybody may sign in. */
export interface DemoAccount {
  readonly key: string;
  readonly username: string;
  /** What they may do: "propose changes". */
  readonly may: string;
}

/** Nobody, unless this is a demo. */
export const demoAccounts: readonly DemoAccount[] = (() => {
  const given = meta('meta[name="modelref-demo"]')?.content ?? '';
  return given.startsWith('[') ? (JSON.parse(given) as DemoAccount[]) : [];
})();
