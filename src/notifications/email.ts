import { type EventData, toSentence } from '../domain/event.ts';
import { toId } from '../ids.ts';
import { toDigestMail } from './digest-mail.ts';
import type { Mail } from './mailer.ts';
import type { Message } from './post.ts';

const MAX_SUBJECT = 150;

/** An event as an e-mail. */
export function toMail(
  { project, delivery: { id, event } }: Message,
  { to, publicUrl }: { to: string; publicUrl: string },
): Mail {
  const sentence = toSentence(event.kind, event.data);
  const [heading = ''] = sentence.split('\n');
  const subject = `${project.name}: ${heading}`.replace(/\s+/g, ' ');
  const footer = toFooter(project.name);
  const more = { project: project.name, footer, publicUrl };
  return {
    id: toId('delivery', id),
    to,
    subject: subject.length > MAX_SUBJECT ? `${subject.slice(0, MAX_SUBJECT - 1)}…` : subject,
    text: `${[sentence, ...(publicUrl === '' ? [] : [publicUrl]), footer].join('\n\n')}\n`,
    ...(event.kind === 'weekly_digest' ? toDigestMail(event.data as EventData<'weekly_digest'>, more) : {}),
  };
}

/** Why somebody gets this, and how to end it. */
function toFooter(project: string): string {
  return `You get this e-mail because somebody entered your address in the notification settings of the project "${project}" in Overheard. They can remove it there.`;
}
