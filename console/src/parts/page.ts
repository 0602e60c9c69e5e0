import { useEffect } from 'react';

/** Names the page in the window title, the newest first as tabs cut from the right. */
export function usePageTitle(title: string | undefined): void {
  useEffect(() => {
    document.title = title ? `${title} · modelref` : 'modelref';
  }, [title]);
}
