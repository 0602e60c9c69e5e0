import { ActionIcon } from '@mantine/core';
import { useEffect, useState } from 'react';
import { Dialog, isDialogOpen } from '../parts/Dialog.tsx';
import { Icon } from '../parts/Icon.tsx';
import { useShortcut } from '../parts/Shortcuts.tsx';
import classes from './Frame.module.css';
import { Palette } from './Palette.tsx';

const label = 'Search models, changes, pages and actions';

/** Opens the search of the console: by click, `/`, and Ctrl+K or ⌘K, which also work during text input. */
export function SearchBox() {
  const [isOpen, setOpen] = useState(false);
  const open = () => setOpen(true);
  useShortcut('/', label, open);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
      event.preventDefault();
      if (!isDialogOpen()) setOpen(true);
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
  return (
    <search className={classes.search}>
      <button type="button" className={classes.searchBox} aria-label="Search" onClick={open}>
        <Icon name="search" size={15} />
        {/* The style sheet shows these texts. As HTML, they would have to be part of the button's name. */}
        <span className={classes.searchHint} data-text={label} />
        <kbd className={classes.searchKey} data-text="Ctrl K" />
      </button>
      <ActionIcon
        className={classes.searchLink}
        variant="default"
        size={30}
        aria-label="Search"
        onClick={open}
      >
        <Icon name="search" size={16} />
      </ActionIcon>
      <Dialog opened={isOpen} onClose={() => setOpen(false)} title="Search" size="lg" yOffset="4rem">
        <Palette onClose={() => setOpen(false)} />
      </Dialog>
    </search>
  );
}
