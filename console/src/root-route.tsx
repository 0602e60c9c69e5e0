import { createRootRoute } from '@tanstack/react-router';
import { ErrorPage } from './frame/ErrorPage.tsx';
import { Frame } from './frame/Frame.tsx';
import { NotFoundPage } from './frame/NotFoundPage.tsx';

export const rootRoute = createRootRoute({
  component: Frame,
  errorComponent: ErrorPage,
  notFoundComponent: NotFoundPage,
});
