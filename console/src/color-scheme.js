// Runs before the first paint, so that a page in dark colours never flashes light. A classic script in a file
// of its own: the page's policy allows no inline script.
(() => {
  let chosen = null;
  try {
    chosen = localStorage.getItem('modelref-color-scheme');
  } catch {
    // Storage is switched off: follow the system.
  }
  const dark =
    chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
})();
