import { useEffect } from 'react';

/** Sets the window's title. The page's name comes first, because browser tabs truncate titles at the end. */
export function usePageTitle(title: string | undefined): void {
  useEffect(() => {
    document.title = title ? `${title} · modelref` : 'modelref';
  }, [title]);
}
