import { HostRefused, type PullRequest, type PullRequests } from '../pull-requests.ts';
import { createGithubClient, type GithubOptions, statusOf } from './github-client.ts';

export interface GithubHost {
  readonly pulls: PullRequests;
  /** For git: the token, or that of the App's installation while it is valid. */
  token(): Promise<string>;
}

/** Pull requests over GitHub's REST API. */
export function openGithub(options: GithubOptions): GithubHost {
  const { owner, repo } = options;
  const { ask, write, token } = createGithubClient(options);
  const at = { owner, repo };

  const from: PullRequests['from'] = (branch, into) =>
    ask(async ({ rest }) => {
      const { data } = await rest.pulls.list({
        ...at,
        state: 'open',
        head: `${owner}:${branch}`,
        base: into,
      });
      return data[0] ? pullOf(data[0]) : null;
    });

  return {
    token,
    pulls: {
      from,
      lastRefused: (branch, into) =>
        ask(async ({ rest }) => {
          const { data } = await rest.pulls.list({
            ...at,
            state: 'closed',
            head: `${owner}:${branch}`,
            base: into,
            sort: 'created',
            direction: 'desc',
            per_page: 1,
          });
          return data[0] && data[0].merged_at === null ? pullOf(data[0]) : null;
        }),
      open: (into, limit) =>
        ask(async ({ rest }) => {
          const { data } = await rest.pulls.list({
            ...at,
            state: 'open',
            base: into,
            per_page: Math.min(limit, 100),
          });
          return data.map(pullOf);
        }),
      create: async (head, into, title, body) => {
        try {
          return await write(async ({ rest }) =>
            pullOf(
              (await rest.pulls.create({ ...at, head, base: into, title, body, maintainer_can_modify: true }))
                .data,
            ),
          );
        } catch (error) {
          // Made by an instance that was cut before it could say so.
          const existing = statusOf(error) === 422 ? await from(head, into) : null;
          if (existing) return existing;
          throw error;
        }
      },
      update: async (number, { closed, ...to }) => {
        await write(({ rest }) =>
          rest.pulls.update({
            ...at,
            pull_number: number,
            ...to,
            ...(closed && { state: 'closed' as const }),
          }),
        );
      },
      comment: async (number, marker, body) => {
        const text = `${marker}\n${body}`.slice(0, longestComment);
        const own = await ask(async ({ rest, paginate }) => {
          const pages = paginate.iterator(rest.issues.listComments, {
            ...at,
            issue_number: number,
            per_page: 100,
          });
          let read = 0;
          for await (const { data } of pages) {
            const found = data.find((comment) => comment.body?.startsWith(marker));
            if (found) return found;
            read += 1;
            if (read === mostCommentPages)
              throw new HostRefused(
                `pull request ${number} has more than ${mostCommentPages} pages of comments`,
                { retryAfterSeconds: null, isOutage: false },
              );
          }
          return null;
        });
        if (own?.body === text) return;
        if (own)
          await write(({ rest }) => rest.issues.updateComment({ ...at, comment_id: own.id, body: text }));
        else
          await write(({ rest }) => rest.issues.createComment({ ...at, issue_number: number, body: text }));
      },
      status: async (sha, state, description) => {
        await write(({ rest }) =>
          rest.repos.createCommitStatus({
            ...at,
            sha,
            state,
            context: statusContext,
            description: description.slice(0, longestDescription),
          }),
        );
      },
    },
  };
}

/** The context of our commit statuses. */
const statusContext = 'modelref/registry';

/** Pages of comments among which ours is looked for: 10,000 comments. */
const mostCommentPages = 100;

/** What GitHub takes, in characters. */
const longestComment = 65_000;
const longestDescription = 140;

interface RawPull {
  number: number;
  title: string;
  body: string | null;
  html_url: string;
  head: { ref: string; sha: string };
}

function pullOf({ number, title, body, html_url: url, head }: RawPull): PullRequest {
  return { number, title, body: body ?? '', url, head: { branch: head.ref, commit: head.sha } };
}
