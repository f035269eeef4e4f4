// What silent and slow clients can do to a service that may open few files:
//   npm run stress -- connections [--sockets 700] [--files 400]
// A third of the sockets send nothing, a third a head without end, a third a body of POST /session without end. Prints when new
// requests were answered again and when the last socket of each kind was closed. Fails if either takes longer than 90 s, if the
// process ends, or if it is busy although there is nothing to do.
import { readFileSync } from 'node:fs';
import { request as openRequest } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { KEY, startProgram } from './program.mjs';

const { values: flags } = parseArgs({
  options: { sockets: { type: 'string', default: '700' }, files: { type: 'string', default: '400' } },
});
const LONGEST_S = 90;
/** Of one core, while the sockets are open. */
const MOST_BUSY = 0.5;
const DRIP_MS = 2000;
/** A single answer could be luck. */
const ANSWERS_IN_A_ROW = 10;

const KINDS = {
  silent: { begin: '', more: '' },
  'slow head': { begin: 'GET /v1/key HTTP/1.1\r\nHost: localhost\r\nX-Slow: ', more: 'x' },
  'slow body': {
    begin:
      'POST /session HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{',
    more: ' ',
  },
};

const program = await startProgram({ files: Number(flags.files) });
const port = Number(new URL(program.url).port);
const started = performance.now();
const toSeconds = () => (performance.now() - started) / 1000;

/** Opens a socket, and resolves when it is closed with the time and what was received. */
function attack({ begin, more }) {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(begin));
    const drip = more && setInterval(() => socket.write(more), DRIP_MS);
    let received = '';
    socket.on('data', (chunk) => {
      received += chunk;
    });
    socket.on('error', () => {});
    socket.once('close', () => {
      clearInterval(drip);
      resolve({ seconds: toSeconds(), received: received.split('\r\n')[0] });
    });
  });
}

/** The status of a request on a connection of its own; 0 if there is none. */
function ask() {
  return new Promise((resolve) => {
    const request = openRequest({ port, path: '/v1/key', agent: false, timeout: 5000, headers: { 'X-API-Key': KEY } });
    request.once('response', (response) => response.resume().once('end', () => resolve(response.statusCode)));
    request.once('timeout', () => request.destroy());
    request.once('error', () => resolve(0));
    request.end();
  });
}

/** Seconds of a core that the program has used. */
function readCpu() {
  const [user, system] = readFileSync(`/proc/${program.pid}/stat`, 'utf8').split(') ')[1].split(' ').slice(11, 13);
  return (Number(user) + Number(system)) / 100;
}

if ((await ask()) !== 200) throw new Error('the program does not answer before there are other connections');
const cpu = readCpu();
const closings = Object.fromEntries(Object.keys(KINDS).map((kind) => [kind, []]));
for (let count = 0; count < Number(flags.sockets); count += 1) {
  const kind = Object.keys(KINDS)[count % 3];
  closings[kind].push(attack(KINDS[kind]));
  // Faster ones would be refused by the queue of the system before they reach the program.
  if (count % 50 === 49) await pause(20);
}

let refused = 0;
let answers = 0;
let answered;
while (answers < ANSWERS_IN_A_ROW && toSeconds() < 2 * LONGEST_S) {
  const status = await ask();
  if (status !== 200) {
    refused += 1;
    answers = 0;
    answered = undefined;
    await pause(500);
  } else {
    answered ??= toSeconds();
    answers += 1;
    await pause(100);
  }
}
console.log(
  `new requests were answered again after ${answered?.toFixed(1) ?? 'never'} s; ${refused} were not answered before`,
);

let isLate = answered === undefined || answered > LONGEST_S;
for (const [kind, ends] of Object.entries(closings)) {
  const late = pause(Math.max(1, 1000 * (2 * LONGEST_S - toSeconds())), null, { ref: false });
  const closed = await Promise.race([Promise.all(ends), late]);
  const seconds = closed === null ? Number.POSITIVE_INFINITY : Math.max(...closed.map((end) => end.seconds));
  const first = new Set((closed ?? []).map(({ received }) => received || 'nothing'));
  isLate ||= seconds > LONGEST_S;
  console.log(
    `${kind}: ${ends.length} sockets, the last one closed after ${seconds.toFixed(1)} s; they got ${[...first].join(', ')}`,
  );
}
const busy = (readCpu() - cpu) / toSeconds();
console.log(
  `the program used ${(100 * busy).toFixed(1)} % of a core meanwhile, and ${program.readMemory()} MB at the end`,
);
const last = await ask();
await program.stop();
process.exitCode = isLate || busy > MOST_BUSY || last !== 200 ? 1 : 0;
