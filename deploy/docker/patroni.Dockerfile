# syntax=docker/dockerfile:1
# PostgreSQL with Patroni, which has no image of its own. From the root of the repository:
#   docker build --file deploy/docker/patroni.Dockerfile --tag clinic-patroni:17 deploy/cluster
# Not Patroni 3.0, which Debian 12 has: it can lose confirmed appointments (docs/scaling.md).
FROM postgres:17-bookworm
ARG PATRONI_VERSION=4.1.5
ARG PSYCOPG_VERSION=3.3.9
RUN apt-get update \
 && apt-get install --yes --no-install-recommends python3-venv \
 && rm -rf /var/lib/apt/lists/* \
 && python3 -m venv /opt/patroni \
 && /opt/patroni/bin/pip install --no-cache-dir "patroni[etcd3]==${PATRONI_VERSION}" "psycopg[binary]==${PSYCOPG_VERSION}"
COPY patroni.yml /etc/patroni.yml
ENV PATH=/opt/patroni/bin:$PATH \
    PATRONI_POSTGRESQL_BIN_DIR=/usr/lib/postgresql/17/bin \
    PATRONI_POSTGRESQL_DATA_DIR=/var/lib/postgresql/data/node \
    PATRONI_POSTGRESQL_PGPASS=/tmp/pgpass
# The user `postgres`, to whom the image gives /var/lib/postgresql/data.
USER 999:999
EXPOSE 5432 8008
# The image's own signal, SIGINT, is PostgreSQL's. Patroni hands over to another node on SIGTERM.
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=5s --timeout=3s --start-period=60s \
  CMD ["python3", "-c", "import os, urllib.request; urllib.request.urlopen('http://%s/readiness' % os.environ['PATRONI_RESTAPI_CONNECT_ADDRESS'], timeout=2)"]
ENTRYPOINT ["patroni", "/etc/patroni.yml"]
