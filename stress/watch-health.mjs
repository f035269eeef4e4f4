// A process of its own, so that the work of the attacker does not count: asks /healthz all the time, and prints how long
// each answer took when it is told to stop.
const [url] = process.argv.slice(2);
let isStopped = false;
process.on('SIGTERM', () => {
  isStopped = true;
});
let times = [];
process.on('SIGUSR2', () => {
  process.stdout.write(`${JSON.stringify(times)}\n`);
  times = [];
});
while (!isStopped) {
  const started = performance.now();
  try {
    await (await fetch(`${url}/healthz`)).text();
  } catch (error) {
    // The service was stopped a moment before this process.
    if (!isStopped) console.error(`/healthz: ${error.cause?.message ?? error.message}`);
    break;
  }
  times.push(Math.round((performance.now() - started) * 10) / 10);
  await new Promise((resolve) => setTimeout(resolve, 5));
}
