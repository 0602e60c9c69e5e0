import { Link } from '@tanstack/react-router';
import { ShownText } from '../../parts/ShownText.tsx';

export function GroupLink({ name, className }: { name: string; className?: string }) {
  return (
    <Link to="/groups/group" search={{ name }} className={className}>
      <ShownText text={name} />
    </Link>
  );
}
