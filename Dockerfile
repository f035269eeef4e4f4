# The program without what only builds and tests it. Two stages: the second has no compiler and no sources.
FROM node:22-bookworm-slim AS build
WORKDIR /build
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts
COPY tsconfig.json tsconfig.build.json vite.config.ts vite.program.config.ts ./
COPY src ./src
COPY dashboard ./dashboard
COPY docs ./docs
COPY scripts/docs-pages.ts scripts/write-client.mjs scripts/write-manifest.mjs ./scripts/
RUN npm run build && npm prune --omit=dev --ignore-scripts

FROM node:22-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATABASE_URL=duckdb:/data/overheard.duckdb
# Without it, the C library keeps free memory for each of many threads.
ENV MALLOC_ARENA_MAX=2
WORKDIR /app
COPY --from=build /build/package.json ./
COPY --from=build /build/node_modules ./node_modules
COPY --from=build /build/dist ./dist
COPY bin ./bin
COPY LICENSE NOTICE THIRD-PARTY-NOTICES.md ./
# Data of an embedded store belong into a volume, which takes over this owner.
RUN mkdir /data && chown node:node /data
VOLUME /data
USER node
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then(({ status }) => process.exit(status === 200 ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "bin/overheard.cjs"]
CMD ["serve"]
