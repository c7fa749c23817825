"""Asks an installed SDK which of its arguments are read as paths of this machine while a command line is parsed.

Each argument of each command, hidden ones too, has a Python function that reads its value. Each function is called with paths in the forms that
gcloud knows, and an audit hook of Python reports whether a file was opened. Prints one JSON object: `opening`, the command and the argument each;
`remainders`, the commands that pass on what follows `--`, with the number of their other required positionals.

Usage: gcloud-arguments.py SDK
"""
import json
import os
import sys
import tempfile

sdk = sys.argv[1]
sys.path[:0] = [sdk + '/lib/third_party', sdk + '/lib']
folder = tempfile.mkdtemp()
os.environ.update(CLOUDSDK_CONFIG=folder, CLOUDSDK_CORE_DISABLE_FILE_LOGGING='1', CLOUDSDK_CORE_DISABLE_PROMPTS='1')
os.environ.update(CLOUDSDK_CORE_DISABLE_USAGE_REPORTING='1')

path = os.path.join(folder, 'canary.json')  # some types open only what is named so
with open(path, 'w') as file:
  file.write('{}')
FORMS = ('%s', 'k=%s', '@%s', 'k=@%s', 'file://%s', '[%s]', '{"k": "%s"}', 'gs://x,%s', 'k=a,b=%s')

opened = []


def audit(event, arguments):
  if event in ('open', 'os.listdir', 'os.scandir') and 'canary' in str(arguments[0]):
    opened.append(event)


sys.addaudithook(audit)

from googlecloudsdk import gcloud_main  # pylint: disable=g-import-not-at-top
from googlecloudsdk.calliope import walker  # pylint: disable=g-import-not-at-top

known = {}


def opens(kind):
  """Whether a type opens a file; the same for equal types, which most arguments share."""
  if kind is None or kind in (str, int, float, bool):
    return False
  if id(kind) not in known:
    opened.clear()
    for form in FORMS:
      try:
        kind(form % path)
      except BaseException:  # pylint: disable=broad-exception-caught
        pass
      if opened:
        break
    name = getattr(kind, '__qualname__', type(kind).__qualname__)
    known[id(kind)] = (bool(opened) or name.startswith('Expand'), kind)  # kept, so that no other gets its id
  return known[id(kind)][0]


found = {'opening': [], 'remainders': {}, 'commands': 0}


class Walk(walker.Walker):

  def Visit(self, node, parent, is_group):
    if not is_group:
      words = node.GetPath()[1:]
      found['commands'] += 1
      for argument in list(node.ai.flag_args) + list(node.ai.ancestor_flag_args) + list(node.ai.positional_args):
        if opens(getattr(argument, 'type', None)):
          for name in argument.option_strings or ['']:
            found['opening'].append([words, name])
      positionals = list(node.ai.positional_args)
      if any(argument.nargs == '...' for argument in positionals):
        found['remainders'][' '.join(words)] = sum(argument.nargs is None for argument in positionals)
    return node


output, sys.stdout = sys.stdout, sys.stderr
Walk(gcloud_main.CreateCLI([]), ignore_load_errors=True).Walk(hidden=True)
json.dump(found, output)
