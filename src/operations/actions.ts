import { Type } from 'typebox';
import { CalendarDate } from '../domain/date-schemas.ts';
import { List, Paging, Strict, toList } from '../domain/paging.ts';
import { OneOf } from '../domain/schema.ts';
import { defineOperation } from './operation.ts';

const Status = OneOf(['PENDING', 'ACCEPTED', 'REJECTED', 'COMPLETED']);

const Action = Strict({
  id: Type.String(),
  type: Type.String(),
  status: Status,
  title: Type.String(),
  created_at: Type.String(),
});

export const actionOperations = [
  defineOperation({
    id: 'list_actions',
    method: 'POST',
    path: '/actions/list',
    group: 'Actions',
    summary: 'List Actions',
    description: 'What to do to be mentioned more. The list is empty: Overheard does not suggest actions yet.',
    scope: 'project',
    right: 'read',
    input: {
      ...Paging,
      start_date: Type.Optional(CalendarDate),
      end_date: Type.Optional(CalendarDate),
      status: Type.Optional(Status),
    },
    output: List(Action),
    handle: async () => toList({ data: [], total: 0 }),
  }),
];
