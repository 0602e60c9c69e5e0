import { Link } from '@tanstack/react-router';

export function GroupLink({ name, className }: { name: string; className?: string }) {
  return (
    <Link to="/groups/group" search={{ name }} className={className}>
      {name}
    </Link>
  );
}
