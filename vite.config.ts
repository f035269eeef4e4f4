import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { defineConfig, type Plugin } from 'vite';
import { docsPages } from './scripts/docs-pages.ts';

/** The best compression of the many pages of documentation would take longer than the rest of the build. */
const GOOD = { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } };

/** Writes what the server sends to browsers that take it: compressed once, as well as can be. */
function precompress(): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    writeBundle({ dir }, bundle) {
      const isDocs = (file: string) => file.startsWith('docs/');
      for (const file of Object.keys(bundle).filter((name) => /\.(js|css|svg)$/.test(name) || isDocs(name))) {
        const path = join(dir!, file);
        const bytes = readFileSync(path);
        writeFileSync(`${path}.br`, brotliCompressSync(bytes, isDocs(file) ? GOOD : {}));
        writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }));
      }
    },
  };
}

/** Tells the browser at once what the first page needs, so that nothing of it waits for the script that asks for it. */
function preload(): Plugin {
  return {
    name: 'preload',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle = {}, path }) => {
        if (path !== '/index.html') return [];
        const main = Object.values(bundle).find((part) => part.type === 'chunk' && part.name === 'dashboard');
        const scripts = main?.type === 'chunk' ? [main.fileName, ...main.imports] : [];
        const styles = Object.keys(bundle).filter((name) => /dashboard-.*\.css$/.test(name));
        const fonts = Object.keys(bundle).filter((name) => /-latin-wght-normal-.*\.woff2$/.test(name));
        return [
          ...scripts.map((name) => ({ tag: 'link', attrs: { rel: 'modulepreload', href: `/${name}` } })),
          ...styles.map((name) => ({ tag: 'link', attrs: { rel: 'stylesheet', href: `/${name}` } })),
          ...fonts.map((name) => ({
            tag: 'link',
            attrs: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: '', href: `/${name}` },
          })),
        ];
      },
    },
  };
}

/** The XML parser can do without Node's streams, which browsers do not have. */
function leaveOutStreams(): Plugin {
  return {
    name: 'leave-out-streams',
    enforce: 'pre',
    resolveId: (id) => (id === 'stream' ? '\0no-streams' : undefined),
    load: (id) => (id === '\0no-streams' ? 'export {};' : undefined),
  };
}

export default defineConfig({
  root: 'dashboard',
  publicDir: false,
  logLevel: 'warn',
  plugins: [preload(), docsPages(), precompress()],
  resolve: {
    alias: {
      // TRICKY: for browsers this package decodes through innerHTML, which the page's policy forbids; this is its own table.
      'decode-named-character-reference': join(
        import.meta.dirname,
        'node_modules/decode-named-character-reference/index.js',
      ),
    },
  },
  worker: {
    format: 'es',
    plugins: () => [leaveOutStreams(), precompress()],
    rolldownOptions: {
      // TRICKY: the package's own list loads WebAssembly, which the page's policy forbids. Nothing uses it, so it can go.
      treeshake: { moduleSideEffects: [{ test: /hyparquet-compressors/, sideEffects: false }] },
    },
  },
  build: {
    outDir: '../dist/dashboard',
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      input: {
        index: join(import.meta.dirname, 'dashboard/index.html'),
        docs: join(import.meta.dirname, 'dashboard/docs.html'),
      },
      checks: { bundlerTimings: false },
      // TRICKY: the Markdown parser is a piece of its own, because the bundler would put a helper that every page needs into
      // the same piece, and the first page would load all of it.
      output: {
        codeSplitting: {
          groups: [{ name: 'markdown', test: /node_modules.(micromark|mdast|unist|decode-named|character-)/ }],
        },
      },
      // Libraries mark modules for servers that render; there is none here.
      onwarn: (warning, warn) => {
        if (warning.code !== 'MODULE_LEVEL_DIRECTIVE') warn(warning);
      },
    },
  },
  // For work on the dashboard: pages from Vite, data from a running service.
  server: { proxy: { '/v1': 'http://127.0.0.1:3000', '/session': 'http://127.0.0.1:3000' } },
});
