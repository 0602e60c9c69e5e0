import { useEffect } from 'react';

/** Sets the window's title. The page comes first, because tabs cut titles from the right. */
export function usePageTitle(title: string | undefined): void {
  useEffect(() => {
    document.title = title ? `${title} · modelref` : 'modelref';
  }, [title]);
}
