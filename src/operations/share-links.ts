import { Type } from 'typebox';
import { Timestamp } from '../domain/date-schemas.ts';
import { createSecret, hashSecret, LISTED_DAYS, toListedSince } from '../domain/key.ts';
import { MAX_LINK_DAYS, MAX_NAME_LENGTH } from '../domain/limits.ts';
import { Done, List, Paging, Strict, toList } from '../domain/paging.ts';
import { ShareLink, toExpiry, toLinkState } from '../domain/share-link.ts';
import { Text } from '../domain/text.ts';
import { notFound } from '../errors.ts';
import {
  forgetEndedShareLinks,
  insertShareLink,
  listShareLinks,
  refuseShareLinksOverLimit,
  revokeShareLink,
} from '../store/queries/share-links.ts';
import { defineOperation } from './operation.ts';

const group = 'Share links';

export const shareLinkOperations = [
  defineOperation({
    id: 'list_share_links',
    method: 'GET',
    path: '/share-links',
    group,
    summary: 'List Share Links',
    description: `The links of the project. Those that expired or were revoked are listed for ${LISTED_DAYS} more days.`,
    scope: 'project',
    right: 'read',
    input: Paging,
    output: List(ShareLink),
    handle: async ({ context, reader, project, input }) => {
      const now = context.now();
      const listed = { page: input, since: toListedSince(now) };
      const { data, total } = await listShareLinks(reader.db, project, listed);
      return toList({ data: data.map((link) => ({ ...link, state: toLinkState(link, now) })), total });
    },
  }),
  defineOperation({
    id: 'create_share_link',
    method: 'POST',
    path: '/share-links',
    group,
    summary: 'Create Share Link',
    description:
      "Creates a link that shows the project's dashboard, read-only and without an account, until it expires or is revoked. Without an expiry it is valid for 30 days. The token and the URL are returned only this once.",
    scope: 'project',
    right: 'write',
    creates: true,
    is_idempotent: true,
    toRepeated: ({ id, expires_at }) => ({ id, expires_at }),
    input: {
      name: Type.Optional(Text(MAX_NAME_LENGTH)),
      expires_at: Type.Optional(
        Type.With(Timestamp, {
          description: `ISO 8601 with a time zone, 1 hour to ${MAX_LINK_DAYS} days from now. Not together with expires_in_days.`,
        }),
      ),
      expires_in_days: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_LINK_DAYS })),
    },
    output: Strict({
      id: Type.String(),
      expires_at: Type.String(),
      token: Type.Optional(Type.String({ description: 'Sent as X-API-Key, it reads what the dashboard shows.' })),
      url: Type.Optional(
        Type.String({ description: 'What to send to people. Without the setting PUBLIC_URL it has no host.' }),
      ),
    }),
    handle: async ({ context, caller: { company }, project, input: { name = '', ...expiry }, write }) => {
      const now = context.now();
      const expires_at = toExpiry(expiry, now);
      const token = createSecret('link');
      const maximum = context.config.MAX_SHARE_LINKS;
      return write(async ({ db }) => {
        await refuseShareLinksOverLimit(db, project, { maximum, now });
        await forgetEndedShareLinks(db, project, { before: toListedSince(now), now, keep: maximum });
        const id = await insertShareLink(db, project, { company, name, hash: hashSecret(token), now, expires_at });
        // Browsers keep the part after # to themselves: it reaches no log and no other site.
        const url = `${context.config.PUBLIC_URL}/#share=${token}`;
        return { id, expires_at: expires_at.toISOString(), token, url };
      });
    },
  }),
  defineOperation({
    id: 'revoke_share_link',
    method: 'DELETE',
    path: '/share-links/{id}',
    group,
    summary: 'Revoke Share Link',
    description: 'The link stops working at once.',
    scope: 'project',
    right: 'write',
    input: { id: Type.String() },
    output: Done,
    handle: async ({ context, project, input: { id }, write }) => {
      const revoked = await write(({ db }) => revokeShareLink(db, project, { id, now: context.now() }));
      if (!revoked) throw notFound('share link');
      return {};
    },
  }),
];
