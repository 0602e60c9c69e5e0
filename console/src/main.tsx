import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import './theme.css';
import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { styleNonce } from './api/place.ts';
import { queryClient } from './api/query-client.ts';
import { shareSession } from './api/session-tabs.ts';
import { followOtherTab } from './frame/follow-other-tab.ts';
import { ConfirmProvider } from './parts/Confirm.tsx';
import { ShortcutProvider } from './parts/Shortcuts.tsx';
import { router } from './router.ts';
import { cssVariables, theme } from './theme.ts';

// react-remove-scroll, which Mantine's dialogs use, reads its nonce from this variable.
if (styleNonce) Object.assign(globalThis, { __webpack_nonce__: styleNonce });

shareSession(followOtherTab);

const colorScheme = localStorageColorSchemeManager({ key: 'modelref-color-scheme' });

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no #root element.');

createRoot(root).render(
  <StrictMode>
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      colorSchemeManager={colorScheme}
      getStyleNonce={() => styleNonce ?? ''}
    >
      <QueryClientProvider client={queryClient}>
        <ShortcutProvider>
          <ConfirmProvider>
            <Notifications position="bottom-right" />
            <RouterProvider router={router} />
          </ConfirmProvider>
        </ShortcutProvider>
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);
