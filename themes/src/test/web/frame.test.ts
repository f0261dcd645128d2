// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
import { afterEach, describe, expect, it, vi } from "vitest";
import { Frame } from "../../main/web/console/frame";

/** What the console draws, as far as it is of interest here. */
function drawConsole(navigation = "<section>Manage</section>"): void {
    document.body.innerHTML = `
    <div class="pf-v5-c-page">
      <div class="pf-v5-c-page__sidebar"><nav class="pf-v5-c-nav">${navigation}</nav></div>
      <div><main id="kc-main-content-page-container">Page Not Found</main></div>
    </div>`;
}

let stop: (() => void)[] = [];

function start(): Frame {
    const frame = new Frame(document, "master");
    stop.push(frame.start());
    return frame;
}

const shown = () => document.documentElement.hasAttribute("data-keylift-page");
const drawn = () => new Promise((done) => setTimeout(done));

afterEach(() => {
    stop.forEach((each) => each());
    stop = [];
    document.body.innerHTML = "";
    location.hash = "";
});

describe("Our places in the console", () => {
    it("are taken when the console is drawn", async () => {
        const frame = start();
        expect(frame.ready).toBe(false);
        drawConsole();
        await drawn();
        expect(frame.ready).toBe(true);
        expect(document.querySelector("nav")?.lastElementChild).toBe(frame.navigation);
        expect(document.getElementById("kc-main-content-page-container")?.nextElementSibling).toBe(frame.page);
    });

    it("are taken again when the console is drawn anew", async () => {
        drawConsole();
        const frame = start();
        drawConsole("<section>Manage</section><section>Configure</section>");
        await drawn();
        expect(document.querySelector("nav")?.lastElementChild).toBe(frame.navigation);
        expect(document.querySelectorAll("#keylift-page")).toHaveLength(1);
    });

    it("stand behind the groups that another realm has", async () => {
        drawConsole();
        const frame = start();
        document.querySelector("nav")?.append(document.createElement("section"));
        location.hash = "#/acme/users";
        await drawn();
        expect(document.querySelector("nav")?.lastElementChild).toBe(frame.navigation);
    });

    it("are shared with others who want the last one", async () => {
        drawConsole();
        const frames = [start(), start()];
        await drawn();
        expect([...(document.querySelector("nav")?.children ?? [])].slice(-2)).toEqual(
            frames.map((frame) => frame.navigation),
        );
    });

    it("are shown at our addresses alone", async () => {
        drawConsole();
        const frame = start();
        const listener = vi.fn();
        frame.subscribe(listener);
        expect(shown()).toBe(false);
        location.hash = "#/acme/keylift/timings";
        await drawn();
        expect(shown()).toBe(true);
        expect(frame.route).toMatchObject({ realm: "acme", page: "timings" });
        expect(listener).toHaveBeenCalledOnce();
        // As the console's router does it: without an event, but with another page.
        history.pushState(null, "", "#/acme/users");
        document.getElementById("kc-main-content-page-container")?.replaceChildren("Users");
        await drawn();
        expect(shown()).toBe(false);
    });

    it("leave what the console has drawn as it is", async () => {
        drawConsole();
        start();
        location.hash = "#/acme/keylift/timings";
        await drawn();
        expect(document.getElementById("kc-main-content-page-container")?.outerHTML).toBe(
            '<main id="kc-main-content-page-container">Page Not Found</main>',
        );
        expect(document.querySelector("nav")?.firstElementChild?.outerHTML).toBe("<section>Manage</section>");
    });
});
