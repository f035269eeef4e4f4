import { toSentence } from '../domain/event.ts';
import { toId } from '../ids.ts';
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
  const lines = [sentence, ...(publicUrl === '' ? [] : [publicUrl]), toFooter(project.name)];
  return {
    id: toId('delivery', id),
    to,
    subject: subject.length > MAX_SUBJECT ? `${subject.slice(0, MAX_SUBJECT - 1)}…` : subject,
    text: `${lines.join('\n\n')}\n`,
  };
}

/** Why somebody gets this, and how to end it. */
export function toFooter(project: string): string {
  return `You get this e-mail because somebody entered your address in the notification settings of the project "${project}" in Overheard. They can remove it there.`;
}
