function meta(selector: string): HTMLMetaElement | null {
  return document.head.querySelector<HTMLMetaElement>(selector);
}

/**
 * The base address of the API, without a slash at its end. The service writes the address into the page when
 * it serves the page. A page from Vite's development server uses `/api`.
 */
export const apiBase: string = (() => {
  const given = meta('meta[name="modelref-api"]')?.content ?? '%';
  return given.includes('%MODELREF') || given === '%' ? '/api' : given.replace(/\/+$/, '');
})();

/**
 * The nonce that style elements need on this page: its content security policy forbids style elements without
 * the nonce. Undefined when the page has no nonce.
 */
export const styleNonce: string | undefined = (() => {
  const given = meta('meta[property="csp-nonce"]')?.nonce;
  return given && !given.includes('%MODELREF') ? given : undefined;
})();

/** Whether the service serves the showcase pictures of records. The operator decides this. */
export const showsPictures: boolean = meta('meta[name="modelref-pictures"]')?.content === 'true';

/** An account of a demo; everybody may sign in with it. */
export interface DemoAccount {
  readonly key: string;
  readonly username: string;
  /** What the account may do, as words that follow "may": "propose changes". */
  readonly may: string;
}

/** The demo's accounts; empty on a deployment that is not a demo. */
export const demoAccounts: readonly DemoAccount[] = (() => {
  const given = meta('meta[name="modelref-demo"]')?.content ?? '';
  return given.startsWith('[') ? (JSON.parse(given) as DemoAccount[]) : [];
})();
