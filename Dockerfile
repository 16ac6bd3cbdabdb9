# Any Debian image with Node 26 and npm. The build and the final image use it.
ARG BASE=docker.io/library/node:26.12.1-bookworm-slim

FROM ${BASE} AS build
WORKDIR /src
COPY package.json package-lock.json .npmrc ./
RUN npm ci --no-audit --no-fund --loglevel=error
COPY . .
RUN node -e "import('./bin/setup.mjs').then((setup) => setup.ensureBuilt())" && node bin/pack.mjs /packed

FROM ${BASE}
RUN apt-get update && apt-get install -y --no-install-recommends tini && rm -rf /var/lib/apt/lists/*
COPY --from=build /packed /srv/readr
RUN ln -s /srv/readr/bin/readr /usr/local/bin/readr && install -d -o 10001 -g 10001 /data
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
USER 10001:10001
WORKDIR /srv/readr
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=15s --timeout=4s --start-period=20s CMD ["readr", "health"]
ENTRYPOINT ["tini", "--", "readr"]
CMD ["serve"]
