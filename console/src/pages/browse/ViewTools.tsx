import {
  ActionIcon,
  Button,
  Checkbox,
  Menu,
  NativeSelect,
  Popover,
  SegmentedControl,
  Stack,
  Tooltip,
} from '@mantine/core';
import { formatSort, parseSort, type RecordColumn, sortRows } from '../../parts/columns.ts';
import { saveFile, toCsv } from '../../parts/export-file.ts';
import { Icon, type IconName } from '../../parts/Icon.tsx';
import layout from '../../parts/layout.module.css';
import classes from './browse.module.css';
import type { BrowseColumn } from './browse-columns.tsx';
import type { BrowseRow } from './browse-rows.ts';
import { type BrowseSearch, type View, views } from './browse-search.ts';

const viewLooks: Record<View, { label: string; icon: IconName }> = {
  table: { label: 'Table', icon: 'table' },
  cards: { label: 'Cards', icon: 'cards' },
  groups: { label: 'Groups', icon: 'tree' },
};

interface Props {
  readonly category: string;
  readonly view: View;
  readonly search: BrowseSearch;
  readonly columns: readonly BrowseColumn[];
  readonly visible: ReadonlySet<string>;
  readonly rows: readonly (BrowseRow & { kind: 'model' })[];
  readonly onChange: (next: BrowseSearch) => void;
}

export function ViewTools({ category, view, search, columns, visible, rows, onChange }: Props) {
  const offeredViews = views.filter((one) => one !== 'groups' || category === 'text_generation');
  return (
    <div className={layout.row}>
      <SegmentedControl
        size="xs"
        aria-label="View"
        value={view}
        onChange={(next) => onChange({ ...search, view: next as View })}
        data={offeredViews.map((one) => ({
          value: one,
          label: (
            <span className={classes.view}>
              <Icon name={viewLooks[one].icon} size={14} />
              <span>{viewLooks[one].label}</span>
            </span>
          ),
        }))}
      />
      {view === 'cards' ? (
        <SortSelect columns={columns} search={search} onChange={onChange} />
      ) : (
        <ColumnPicker columns={columns} visible={visible} search={search} onChange={onChange} />
      )}
      <ExportMenu
        category={category}
        columns={columns.filter(({ id }) => visible.has(id))}
        rows={rows}
        search={search}
      />
    </div>
  );
}

function SortSelect({ columns, search, onChange }: Pick<Props, 'columns' | 'search' | 'onChange'>) {
  const hasUsage = columns.some(({ usage }) => usage);
  const sort = parseSort(search.sort ?? (hasUsage ? '-usage_month' : undefined));
  return (
    <div className={classes.sort}>
      <NativeSelect
        size="xs"
        aria-label="Sort by"
        value={sort?.id ?? 'stored'}
        onChange={({ currentTarget: { value } }) =>
          onChange({
            ...search,
            sort: formatSort({
              id: value,
              desc: columns.find(({ id }) => id === value)?.highestFirst ?? false,
            }),
          })
        }
        data={[
          { value: 'stored', label: 'Oldest first' },
          ...columns.map(({ id, label }) => ({ value: id, label: `By ${label.toLowerCase()}` })),
        ]}
      />
      {sort && sort.id !== 'stored' && (
        <ActionIcon
          variant="default"
          size={30}
          aria-label={sort.desc ? 'Descending: reverse the order' : 'Ascending: reverse the order'}
          onClick={() => onChange({ ...search, sort: formatSort({ id: sort.id, desc: !sort.desc }) })}
        >
          <Icon name={sort.desc ? 'down' : 'up'} size={16} />
        </ActionIcon>
      )}
    </div>
  );
}

function ColumnPicker({
  columns,
  visible,
  search,
  onChange,
}: Pick<Props, 'columns' | 'visible' | 'search' | 'onChange'>) {
  const toggleColumn = (id: string, isVisible: boolean) => {
    const visibleIds = columns
      .filter((column) => (column.id === id ? isVisible : visible.has(column.id)))
      .map((column) => column.id);
    const standardIds = columns.filter((column) => column.standard).map((column) => column.id);
    onChange({ ...search, cols: visibleIds.join() === standardIds.join() ? undefined : visibleIds });
  };
  return (
    <Popover position="bottom-end" trapFocus returnFocus>
      <Popover.Target>
        <Button variant="default" size="xs" leftSection={<Icon name="columns" size={14} />}>
          Columns
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Columns">
        <Stack gap={6}>
          {columns.slice(1).map(({ id, label }) => (
            <Checkbox
              key={id}
              size="xs"
              label={label}
              checked={visible.has(id)}
              onChange={(event) => toggleColumn(id, event.currentTarget.checked)}
            />
          ))}
          {search.cols && (
            <Button
              variant="subtle"
              size="compact-xs"
              onClick={() => onChange({ ...search, cols: undefined })}
            >
              Standard columns
            </Button>
          )}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

function ExportMenu({
  category,
  columns,
  rows,
  search,
}: {
  category: string;
  columns: readonly RecordColumn<BrowseRow>[];
  rows: Props['rows'];
  search: BrowseSearch;
}) {
  const sortExportedRows = () => sortRows(rows, columns, parseSort(search.sort)) as Props['rows'];
  const name = `${category}-${rows.length}`;
  const formatCsv = () =>
    toCsv(
      columns.map(({ id }) => id),
      sortExportedRows().map((row) => columns.map(({ value }) => value(row))),
    );
  const formatJson = () =>
    JSON.stringify(
      Object.fromEntries(sortExportedRows().map((row) => [row.name, row.model.record])),
      null,
      2,
    );
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Tooltip label="Save the listed models as a file">
          <Button variant="default" size="xs" leftSection={<Icon name="download" size={14} />}>
            Export
          </Button>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => saveFile(`${name}.csv`, 'text/csv', formatCsv())}>
          CSV: the shown columns
        </Menu.Item>
        <Menu.Item onClick={() => saveFile(`${name}.json`, 'application/json', formatJson())}>
          JSON: whole records
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
