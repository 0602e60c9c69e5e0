import { Anchor, Breadcrumbs, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { categoryLabel } from '../../parts/format.ts';
import layout from '../../parts/layout.module.css';
import { usePageTitle } from '../../parts/page.ts';
import { ShownText } from '../../parts/ShownText.tsx';
import classes from './propose.module.css';

/** The header of a page that proposes a change: breadcrumbs to the category or model, and the title. */
export function ProposeHead({ title, category, name }: { title: string; category: string; name?: string }) {
  usePageTitle(name ? `${title}: ${name}` : title);
  return (
    <>
      <Breadcrumbs className={layout.wrap}>
        <Anchor component={Link} to="/propose" size="sm">
          Propose
        </Anchor>
        <Link to="/browse/$category" params={{ category }} className={layout.crumb}>
          {categoryLabel(category)}
        </Link>
        {name && (
          <Link to="/model/$category" params={{ category }} search={{ name }} className={layout.crumb}>
            <ShownText text={name} />
          </Link>
        )}
      </Breadcrumbs>
      <div>
        <Title order={1}>{title}</Title>
        {name && (
          <Text className={classes.name} component="p">
            <ShownText text={name} />
          </Text>
        )}
      </div>
    </>
  );
}
