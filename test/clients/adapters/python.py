"""Sends requests with Python's own libraries: one per line of standard input, its answer on a line of output.

    python3 python.py urllib | http.client
"""

import gzip
import http.client
import json
import sys
import urllib.error
import urllib.parse
import urllib.request


def with_urllib(url, method, headers, body):
    """A connection for each request, closed behind it; nothing compressed."""
    if body is not None:
        headers = {"content-type": "application/json", **headers}
    request = urllib.request.Request(url, data=body, headers=headers, method=method)
    try:
        with urllib.request.urlopen(request, timeout=20) as answer:
            return answer.status, answer.headers.items(), answer.read()
    except urllib.error.HTTPError as answer:
        with answer:
            return answer.code, answer.headers.items(), answer.read()


connection = None


def with_http_client(url, method, headers, body):
    """One connection for all requests; bodies in chunks; gzip."""
    global connection
    parts = urllib.parse.urlsplit(url)
    if connection is None:
        connection = http.client.HTTPConnection(parts.hostname, parts.port, timeout=20)
    headers = {"accept-encoding": "gzip", **headers}
    chunks = None
    if body is not None:
        headers = {"content-type": "application/json", **headers}
        chunks = (body[start : start + 65536] for start in range(0, len(body), 65536))
    path = parts.path + ("?" + parts.query if parts.query else "")
    connection.request(method, path, body=chunks, headers=headers)
    answer = connection.getresponse()
    content = answer.read()
    if answer.getheader("Content-Encoding") == "gzip" and content:
        content = gzip.decompress(content)
    return answer.status, answer.getheaders(), content


send = {"urllib": with_urllib, "http.client": with_http_client}[sys.argv[1]]
for line in sys.stdin:
    asked = json.loads(line)
    body = asked.get("body")
    try:
        status, fields, content = send(
            asked["url"],
            asked["method"],
            asked["headers"],
            None if body is None else json.dumps(body).encode(),
        )
        told = {
            "status": status,
            "headers": {name.lower(): value for name, value in fields},
            "body": json.loads(content) if content else None,
        }
    except Exception as error:
        connection = None
        told = {"failed": repr(error)}
    print(json.dumps(told), flush=True)
