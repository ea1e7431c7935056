#!/usr/bin/env python3
"""A bot of your own: sits down at a table and takes the first option it is offered.

usage: bot.py http://localhost:8080/ TABLE NAME        (pip install websockets)
"""

import asyncio
import json
import sys
import urllib.request

import websockets


def join(server, table, name):
    """Takes a seat and returns its token."""
    body = json.dumps({"name": name}).encode()
    request = urllib.request.Request(
        f"{server}api/tables/{table}/join", body, {"Content-Type": "application/json"}
    )
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)


async def play(server, table, name):
    seat = join(server, table, name)
    address = server.replace("http", "ws", 1) + "api/socket"
    async with websockets.connect(address, max_size=None) as socket:
        number, game = 0, None

        async def ask(**request):
            nonlocal number
            number += 1
            await socket.send(json.dumps({"id": number, "request": request}))

        await ask(type="hello", protocol=2, table=table, token=seat["token"])
        await ask(type="ready", seat=seat["seat"], ready=True)
        async for text in socket:
            message = json.loads(text)
            if message["type"] == "snapshot":
                game = message["game"]
            elif message["type"] == "update":
                game = message
                for event in message["events"]:
                    print(event["text"])
            elif message["type"] == "refused":
                print("refused:", message["refusal"]["text"])
                if message["refusal"]["code"] != "too_fast":
                    continue
                # Nothing has changed: after a moment the same answer is good again.
                await asyncio.sleep(1)
            elif message["type"] == "table" and message["table"]["phase"] == "over":
                return
            elif message["type"] == "bye":
                return
            else:
                continue
            if game and game["decision"]:
                # Better bots look at refs and effects; this one is happy with anything.
                option = game["decision"]["options"][0]
                await ask(
                    type="act",
                    seat=seat["seat"],
                    step=game["step"],
                    choice={"type": "option", "id": option["id"]},
                )


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    asyncio.run(play(*sys.argv[1:]))
