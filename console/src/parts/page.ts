import { useEffect } from 'react';

/**
 * Sets the window's title. The name of the page comes first, because browser tabs cut titles at the right.
 */
export function usePageTitle(title: string | undefined): void {
  useEffect(() => {
    document.title = title ? `${title} · modelref` : 'modelref';
  }, [title]);
}
