# syntax=docker/dockerfile:1

# The compiled gateway. Install scripts stay off: the one there is would fetch a Node of its own, and the image has Node already.
FROM node:26-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts
COPY script/build.ts script/build-console.ts script/licenses.ts ./script/
COPY console ./console
COPY src ./src
RUN npm run build

# The packages it needs when it runs, and no others.
FROM node:26-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --ignore-scripts && npm cache clean --force

FROM node:26-slim
ENV NODE_ENV=production \
    HOST=0.0.0.0 \
    PORT=8080 \
    TOOLGATE_DATA=/data
WORKDIR /app
# The gateway keeps its data in /data. FILESYSTEM_ROOTS can offer /files to callers.
RUN install -d -o node -g node /data /files
COPY --from=packages /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
COPY package.json LICENSE ./
COPY script/toolgate ./script/toolgate
USER node
VOLUME ["/data"]
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=4s --retries=4 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "dist/main.js"]
