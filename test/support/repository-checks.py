"""What the public repositories check in every commit, rebuilt from its description, in the language of their
own scripts. Usage: repository-checks.py <bare repository> <text|image> <parent>..<commit> …

Each range is what one pull request of ours would merge: its commits are checked one by one for the files that
they touch, and its end for what is generated. Prints one line for each thing that is wrong.
"""

import csv
import io
import json
import re
import subprocess
import sys
from collections import OrderedDict

GIT_DIR, KIND, RANGES = sys.argv[1], sys.argv[2], sys.argv[3:]


def git(*args):
    return subprocess.run(["git", "--git-dir", GIT_DIR, *args], check=True, capture_output=True).stdout


batch = subprocess.Popen(
    ["git", "--git-dir", GIT_DIR, "cat-file", "--batch"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
)


def read(commit, name):
    """The bytes of a file; None where it is not there."""
    batch.stdin.write(f"{commit}:{name}\n".encode())
    batch.stdin.flush()
    header = batch.stdout.readline().split()
    if header[-1] == b"missing":
        return None
    content = batch.stdout.read(int(header[2]))
    batch.stdout.read(1)
    return content


# ── the text repository

COLUMNS = (
    "name,parameters_bn,display_name,url,baseline,description,style,tags,instruct_format,settings".split(",")
)


def rows_of(text):
    return list(csv.reader(io.StringIO(text, newline="")))


def csv_problems(text):
    rows = rows_of(text)
    out = io.StringIO(newline="")
    csv.writer(out).writerows(rows)
    if out.getvalue() != text:
        yield "is not in the excel dialect"
    if not rows or rows[0] != COLUMNS:
        yield "has another header"
    for row in rows:
        if len(row) != 10:
            yield f"a row has {len(row)} cells: {row[:1]}"


def converted(text, defaults, allowed):
    """db.json, as the repository's generator makes it of models.csv."""
    models = {}
    for row in csv.DictReader(io.StringIO(text, newline="")):
        row = dict(row)
        name = row.pop("name")
        model_name = name.split("/")[1] if "/" in name else name
        billions = float(row.pop("parameters_bn"))
        tags = {tag.strip() for tag in row["tags"].split(",")} if row["tags"] else set()
        if row["style"]:
            tags.add(row["style"])
        tags.add(f"{round(billions, 0):.0f}B")
        row["tags"] = sorted(tags)
        row["settings"] = json.loads(row["settings"]) if row["settings"] else {}
        if not isinstance(row["settings"], dict) or not set(row["settings"]) <= set(allowed):
            raise ValueError(f"{name}: settings that are not allowed")
        if not row["display_name"]:
            row["display_name"] = re.sub(" +", " ", re.sub("[-_]", " ", model_name)).strip()
        kept = {key: value for key, value in row.items() if value}
        parameters = int(billions * 1_000_000_000)
        for key in (name, f"aphrodite/{name}", f"koboldcpp/{model_name}"):
            entry = {"name": key, "model_name": model_name, **defaults, **kept}
            entry["parameters"] = parameters
            models[key] = entry
    return json.dumps(models, indent=4) + "\n"


# ── the image repository

FIELDS = set(
    "name baseline optimization type inpainting description tags showcases version style trigger homepage nsfw"
    " download_all requirements config available features_not_supported size_on_disk_bytes min_bridge_version".split()
)


def extra_fields(text):
    return {(name, key) for name, record in json.loads(text).items() for key in record if key not in FIELDS}


versions = {}


def version(sha):
    """The records of one version, each as a text in which the order of keys does not count; None: unreadable."""
    if sha not in versions:
        try:
            records = json.loads(read(sha, "stable_diffusion.json") or b"")
            versions[sha] = {name: hash(json.dumps(record, sort_keys=True)) for name, record in records.items()}
        except ValueError:
            versions[sha] = None
    return versions[sha]


def dates(commit):
    """model_mod_data.json, as the repository's script computes it of the history."""
    told = {}
    before = {}
    log = git("log", "--format=%H %ct", "--reverse", commit, "--", "stable_diffusion.json").decode().split()
    for sha, time in zip(log[::2], map(int, log[1::2])):
        now = version(sha)
        if now is None:
            continue
        for name, record in now.items():
            facts = told.setdefault(name, OrderedDict.fromkeys(
                ("commit_added", "date_added", "commit_modified", "date_modified", "commit_removed", "date_removed")
            ))
            if facts["commit_added"] is None:
                facts["commit_added"], facts["date_added"] = sha, time
            if name not in before or before[name] != record:
                facts["commit_modified"], facts["date_modified"] = sha, time
        for name in before:
            if name not in now and told[name]["commit_removed"] is None:
                told[name]["commit_removed"], told[name]["date_removed"] = sha, time
        before = now
    return json.dumps({name: told[name] for name in sorted(told)}, indent=4) + "\n"


# ── both

def form_problems(name, content):
    """The hooks: JSON that can be read, one line feed at the end, no space at a line's end."""
    try:
        text = content.decode("utf-8")
        if name.endswith(".json"):
            json.loads(text)
    except ValueError as error:
        yield f"cannot be read: {error}"
        return
    if name.endswith(".json"):
        if not re.search(r"[^\n]\n$", text):
            yield "does not end with one line feed"
        if re.search(r"[ \t]\r?$", text, re.MULTILINE):
            yield "has space at a line's end"
    if name.endswith(".csv"):
        yield from csv_problems(text)


OURS = {"text": {"models.csv", "db.json"}}


def check(commit):
    parent = git("rev-parse", f"{commit}^").decode().strip()
    for name in git("diff", "--name-only", parent, commit).decode().split("\n")[:-1]:
        if KIND in OURS and name not in OURS[KIND]:
            yield f"{name}: is no file of ours"
        before, after = read(parent, name), read(commit, name)
        if after is None:
            yield f"{name}: is removed"
            continue
        # What was so before us is not ours to mend.
        known = set(form_problems(name, before)) if before is not None else set()
        for problem in form_problems(name, after):
            if problem not in known:
                yield f"{name}: {problem}"
        if name == "stable_diffusion.json":
            text = after.decode()
            more = extra_fields(text) - extra_fields(before.decode())
            for model, key in more:
                yield f"{name}: {model} has an extra field {key}"
            if json.dumps(json.loads(before), indent=4) + "\n" == before.decode():
                if json.dumps(json.loads(text), indent=4) + "\n" != text:
                    yield f"{name}: is not indented as before"


def generator_says(commit):
    """None: db.json is what the generator makes of models.csv. Otherwise why not."""
    defaults, allowed, made = (read(commit, name) for name in ("defaults.json", "generation_params.json", "db.json"))
    if None in (defaults, allowed, made):
        return None
    try:
        expected = converted(read(commit, "models.csv").decode("utf-8"), json.loads(defaults), json.loads(allowed))
    except (AssertionError, ValueError) as error:
        return f"models.csv: its generator stops: {error}"
    return None if expected == made.decode() else "db.json: differs from what its generator makes of models.csv"


def check_end(base, commit):
    if KIND == "text":
        wrong = generator_says(commit)
        # Where it stopped before us, it is not ours to mend.
        if wrong is not None and wrong != generator_says(base):
            yield wrong
    else:
        made = read(commit, "model_mod_data.json")
        touched = git("log", "-1", "--format=%H", commit, "--", "stable_diffusion.json")
        if made is not None and touched and made.decode() != dates(commit):
            yield "model_mod_data.json: is not what its script computes"


for each in RANGES:
    base, head = each.split("..")
    commits = git("rev-list", "--reverse", f"{base}..{head}").decode().split()
    for commit in commits:
        for problem in check(commit):
            print(f"{commit[:12]} {problem}")
    for problem in check_end(base, head):
        print(f"{head[:12]} {problem}")
