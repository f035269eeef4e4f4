// A local mail server that keeps what it receives.
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

export interface ReceivedMail {
  from: string;
  to: string[];
  /** The whole message, with its headers. */
  source: string;
}

export interface MailServer {
  url: string;
  mails: ReceivedMail[];
  /** Refuses every message from now on, or takes them again. */
  refuse(isRefusing: boolean): void;
  close(): Promise<void>;
}

/** A real mail server on this machine, which wants a user name and a password. */
export async function startMailServer({ user, password }: { user: string; password: string }): Promise<MailServer> {
  const mails: ReceivedMail[] = [];
  let refuses = false;
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: (auth, _session, done) => {
      if (auth.username === user && auth.password === password) done(null, { user });
      else done(new Error('wrong password'));
    },
    onData: (stream, { envelope }, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        if (refuses) return done(Object.assign(new Error('mailbox is full'), { responseCode: 452 }));
        mails.push({
          from: envelope.mailFrom === false ? '' : envelope.mailFrom.address,
          to: envelope.rcptTo.map(({ address }) => address),
          source: Buffer.concat(chunks).toString('utf8'),
        });
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://${encodeURIComponent(user)}:${encodeURIComponent(password)}@127.0.0.1:${port}`,
    mails,
    refuse: (isRefusing) => {
      refuses = isRefusing;
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
