import { isLoopback } from '../domain/loopback.ts';
import { AppError } from '../errors.ts';
import { limitTime } from '../limit-time.ts';
import { AskError } from '../providers/provider.ts';

/** What a mail server is given. */
export interface Mail {
  /** Equal for repetitions of the same message, which mail clients then show once. */
  id: string;
  to: string;
  subject: string;
  text: string;
  html?: string;
  /** Pictures that the HTML refers to as `cid:NAME`. */
  pictures?: readonly { name: string; png: Buffer }[];
}

/** Sends e-mail. Rejects with an `AskError`, which says nothing about the server that only its owner should know. */
export type SendMail = (mail: Mail, signal: AbortSignal) => Promise<void>;

/** Mail servers may be slow on purpose, against spam. */
const TIMEOUT_MS = 30_000;

/**
 * Sends by the server that the settings name, or null if they name none. Whoever runs the service chose that server, so
 * that it may have a private address; users choose recipients only.
 */
export function createMailer({ url, from }: { url: string; from: string }): SendMail | null {
  if (url === '') return null;
  if (from === '') {
    throw new AppError(
      'invalid_request',
      'SMTP_URL is set, but SMTP_FROM is not: set the address that e-mail comes from.',
    );
  }
  const { protocol, hostname, port, username, password } = new URL(url);
  const secure = protocol === 'smtps:';
  const host = decodeURIComponent(hostname).replace(/^\[|\]$/g, '');
  const domain = /@([a-z0-9.-]+)>?$/i.exec(from)?.[1] ?? 'localhost';
  const options = {
    host,
    port: port === '' ? (secure ? 465 : 587) : Number(port),
    secure,
    // A password must not go over the network in plain text.
    requireTLS: !secure && username !== '' && !isLoopback(host),
    ...(username === '' ? {} : { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
  return async ({ id, to, subject, text, html, pictures = [] }, signal) => {
    // Most services send no e-mail, and need not load this.
    const { createTransport } = await import('nodemailer');
    const attachments = pictures.map(({ name, png }) => ({
      filename: `${name}.png`,
      content: png,
      contentType: 'image/png',
      cid: name,
    }));
    const limit = limitTime(signal, TIMEOUT_MS / 1000);
    try {
      const sending = createTransport(options).sendMail({
        from,
        to: { name: '', address: to },
        subject,
        text,
        ...(html === undefined ? {} : { html }),
        attachments,
        messageId: `<${id}@${domain}>`,
        headers: { 'Auto-Submitted': 'auto-generated' },
      });
      await Promise.race([sending, rejectWhenAborted(limit.signal)]);
    } catch (error) {
      if (limit.signal.aborted) throw new AskError('timeout', 'The mail server did not answer in time.');
      const { code, responseCode } = error as { code?: string; responseCode?: number };
      const why = [code, responseCode].filter((part) => part !== undefined).join(' ');
      throw new AskError('connection', `The mail server did not take the message${why === '' ? '' : ` (${why})`}.`);
    } finally {
      limit.end();
    }
  };
}

/** The library cannot be told to stop, so we stop waiting for it. */
function rejectWhenAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}
