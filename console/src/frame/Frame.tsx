import { ActionIcon, Drawer } from '@mantine/core';
import { Link, Outlet, useRouterState } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useClaimUnsent } from '../api/unsent.ts';
import { Icon } from '../parts/Icon.tsx';
import { useShortcutHelp } from '../parts/Shortcuts.tsx';
import { AccountMenu } from './AccountMenu.tsx';
import { Banners } from './Banners.tsx';
import classes from './Frame.module.css';
import { InboxBell } from './InboxBell.tsx';
import { Navigation, NavigationKeys } from './Navigation.tsx';
import { SchemeSwitch } from './SchemeSwitch.tsx';
import { SearchBox } from './SearchBox.tsx';
import { SignInDialog } from './SignInDialog.tsx';

export function Frame() {
  const [menuOpen, setMenuOpen] = useState(false);
  const openHelp = useShortcutHelp();
  const main = useRef<HTMLElement>(null);
  const pathname = useRouterState({ select: (state) => state.resolvedLocation?.pathname });
  const isFirstPage = useRef(true);
  useClaimUnsent();

  // Moves the focus to the start of a new page for screen readers. Changed filters or sorting are no new
  // page.
  useEffect(() => {
    if (pathname === undefined) return;
    if (!isFirstPage.current) main.current?.focus({ preventScroll: true });
    isFirstPage.current = false;
  }, [pathname]);

  return (
    <div className={classes.frame}>
      <a href="#main" className={classes.skip}>
        Skip to the content
      </a>
      <header className={classes.header}>
        <ActionIcon
          className={classes.burger}
          variant="default"
          size={30}
          aria-label="Open the menu"
          onClick={() => setMenuOpen(true)}
        >
          <Icon name="menu" />
        </ActionIcon>
        <Link to="/" className={classes.brand}>
          modelref
        </Link>
        <SearchBox />
        <div className={classes.tools}>
          <ActionIcon
            className={classes.help}
            variant="default"
            size={30}
            aria-label="Keyboard shortcuts"
            onClick={openHelp}
          >
            <Icon name="keyboard" size={16} />
          </ActionIcon>
          <InboxBell />
          <SchemeSwitch />
          <AccountMenu />
        </div>
      </header>
      <div className={classes.side}>
        <Navigation />
      </div>
      <main id="main" ref={main} tabIndex={-1} className={classes.main}>
        <Banners />
        <Outlet />
      </main>
      <Drawer opened={menuOpen} onClose={() => setMenuOpen(false)} size={260} title="Menu">
        <Navigation onNavigate={() => setMenuOpen(false)} />
      </Drawer>
      <NavigationKeys />
      <SignInDialog />
    </div>
  );
}
