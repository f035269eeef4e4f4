const WIDTH = 40;
const EVERY_MS = 100;
const EVERY_MS_WITHOUT_TERMINAL = 5000;

/** Shows progress on standard error: as a bar on a terminal, elsewhere as a line every few seconds. */
export function createProgressBar(stream: NodeJS.WriteStream = process.stderr) {
  let shownAt = Number.NEGATIVE_INFINITY;
  let isDrawn = false;

  function draw(progress: number): void {
    const percent = Math.floor(Math.min(1, progress) * 100);
    if (!stream.isTTY) {
      stream.write(`${percent} %\n`);
      return;
    }
    const filled = Math.round((percent / 100) * WIDTH);
    stream.write(`\r[${'='.repeat(filled)}${' '.repeat(WIDTH - filled)}] ${percent} %`);
    isDrawn = true;
  }

  return {
    show(progress: number): void {
      const now = performance.now();
      if (shownAt === Number.NEGATIVE_INFINITY && !stream.isTTY) shownAt = now;
      if (now - shownAt < (stream.isTTY ? EVERY_MS : EVERY_MS_WITHOUT_TERMINAL)) return;
      shownAt = now;
      draw(progress);
    },
    end(): void {
      if (isDrawn) stream.write('\n');
    },
  };
}
