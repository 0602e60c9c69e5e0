import { Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useCategoryNames } from '../../api/models.ts';
import { Access } from '../../parts/Access.tsx';
import { categoryLabel } from '../../parts/format.ts';
import { usePageTitle } from '../../parts/page.ts';
import { QueryState } from '../../parts/QueryState.tsx';
import { Section } from '../../parts/Section.tsx';
import { KeptDrafts } from './paste/KeptDrafts.tsx';
import { PasteBox } from './paste/PasteBox.tsx';
import classes from './propose.module.css';

/**
 * The page with all ways to propose a change: from a link, by hand, and a hint where to edit or delete a
 * model.
 */
export function ProposePage() {
  usePageTitle('Propose');
  const names = useCategoryNames();
  return (
    <>
      <Title order={1}>Propose a change</Title>
      <Access need="requestor" mayTry>
        <Text maw="70ch">
          Paste a link and watch the form fill in, or fill it in by hand. Before you send a proposal, you see
          what it changes. Approvers decide about it; <Link to="/changes">My changes</Link> shows what they
          decided.
        </Text>
        <Section title="From a link">
          <PasteBox categories={names.data ?? []} />
        </Section>
        <KeptDrafts />
        <Section title="A new model by hand">
          <QueryState query={names}>{(categories) => <Categories names={categories} />}</QueryState>
        </Section>
        <Section title="An edit or a deletion">
          <Text size="sm">
            Open the model, by <Link to="/">browsing</Link> or <Link to="/search">searching</Link>, and choose
            “Propose an edit” or “Propose deletion” there. To edit all text models of a group at once, open
            the <Link to="/groups">group</Link>.
          </Text>
        </Section>
        <Section title="Image baselines">
          <Text size="sm">
            Add an architecture, or change prices, capabilities and names:{' '}
            <Link to="/baselines/propose">propose a change set</Link>.
          </Text>
        </Section>
      </Access>
    </>
  );
}

function Categories({ names }: { names: readonly string[] }) {
  return (
    <ul className={classes.categories}>
      {names.map((category) => (
        <li key={category}>
          <Link to="/propose/$category" params={{ category }} className={classes.category}>
            {categoryLabel(category)}
          </Link>
        </li>
      ))}
    </ul>
  );
}
