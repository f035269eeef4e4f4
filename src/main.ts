export function main(args: string[]) {
  process.stdout.write(`overheard ${args.join(' ')}\n`);
}
