import { Button } from '@mantine/core';
import { useIsFetching, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useDeployment } from '../api/deployment.ts';
import { reachability } from '../api/reachability.ts';
import { Icon } from '../parts/Icon.tsx';
import { DemoBanner } from './DemoBanner.tsx';
import classes from './Frame.module.css';

/** Seconds between attempts to reach a registry that does not answer. */
const retrySeconds = 10;

/**
 * Banners above every page: the registry does not answer, it is a demo, or people cannot do everything on
 * this deployment.
 */
export function Banners() {
  const { limits } = useDeployment();
  return (
    <>
      <ConnectionBanner />
      <DemoBanner />
      {limits && (
        <div className={classes.banner} role="note">
          <Icon name="info" />
          <span>
            <strong>{limits.title}</strong> {limits.text}
          </span>
        </div>
      )}
    </>
  );
}

function ConnectionBanner() {
  const reach = reachability.use();
  const client = useQueryClient();
  const fetching = useIsFetching() > 0;

  useEffect(() => {
    if (reach.ok) return;
    const again = () => client.refetchQueries({ type: 'active' });
    const timer = setInterval(again, retrySeconds * 1000);
    addEventListener('online', again);
    return () => {
      clearInterval(timer);
      removeEventListener('online', again);
    };
  }, [reach, client]);

  if (reach.ok) return null;
  const since = new Date(reach.since).toLocaleTimeString('en', { timeStyle: 'short' });
  return (
    <div className={classes.banner} data-kind="offline" role="alert">
      <Icon name="offline" />
      <span>
        <strong>{navigator.onLine ? 'The registry does not answer.' : 'You are offline.'}</strong> What you
        see was loaded before {since}. Trying again every {retrySeconds} seconds.
      </span>
      <Button
        size="compact-xs"
        variant="default"
        loading={fetching}
        onClick={() => client.refetchQueries({ type: 'active' })}
      >
        Try now
      </Button>
    </div>
  );
}
