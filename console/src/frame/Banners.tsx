import { Button } from '@mantine/core';
import { useIsFetching, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useDeployment } from '../api/deployment.ts';
import { reachability } from '../api/reachability.ts';
import { unstoredLists } from '../api/stored-list.ts';
import { Icon } from '../parts/Icon.tsx';
import { DemoBanner } from './DemoBanner.tsx';
import classes from './Frame.module.css';

/** Seconds between attempts to reach an unavailable registry. */
const retrySeconds = 10;

/**
 * Banners above every page: the registry is unavailable or a demo, drafts are not stored, or the deployment
 * does not support all actions.
 */
export function Banners() {
  const { limits } = useDeployment();
  const hasUnstoredDrafts = unstoredLists.use().size > 0;
  return (
    <>
      <ConnectionBanner />
      <DemoBanner />
      {hasUnstoredDrafts && (
        <div className={classes.banner} role="alert">
          <Icon name="warning" />
          <span>
            <strong>This browser stores no more drafts.</strong> What you type now is lost when this page is
            closed or loaded again.
          </span>
        </div>
      )}
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
  const connection = reachability.use();
  const client = useQueryClient();
  const isFetching = useIsFetching() > 0;

  useEffect(() => {
    if (connection.ok) return;
    const refetch = () => client.refetchQueries({ type: 'active' });
    const timer = setInterval(refetch, retrySeconds * 1000);
    addEventListener('online', refetch);
    return () => {
      clearInterval(timer);
      removeEventListener('online', refetch);
    };
  }, [connection, client]);

  if (connection.ok) return null;
  const outageStart = new Date(connection.since).toLocaleTimeString('en', { timeStyle: 'short' });
  return (
    <div className={classes.banner} data-kind="offline" role="alert">
      <Icon name="offline" />
      <span>
        <strong>{navigator.onLine ? 'The registry does not answer.' : 'You are offline.'}</strong> What you
        see was loaded before {outageStart}. Trying again every {retrySeconds} seconds.
      </span>
      <Button
        size="compact-xs"
        variant="default"
        loading={isFetching}
        onClick={() => client.refetchQueries({ type: 'active' })}
      >
        Try now
      </Button>
    </div>
  );
}
