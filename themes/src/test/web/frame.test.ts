// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
import { afterEach, describe, expect, it, vi } from "vitest";
import { readEnvironment } from "../../main/web/console/environment";
import { Frame } from "../../main/web/console/frame";

/** Draws the parts of the console that these tests need. */
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
    vi.restoreAllMocks();
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

describe("A console of another version", () => {
    const MISSING = ["#kc-main-content-page-container", ".pf-v5-c-nav"] as const;

    it.each([
        ["neither place", "<div></div>", [...MISSING] as string[]],
        ["no navigation", '<main id="kc-main-content-page-container"></main>', [MISSING[1]] as string[]],
        ["all", undefined, [] as string[]],
    ])("has %s, and a warning names what is missing", async (_, html, missing) => {
        vi.useFakeTimers();
        const warn = vi.spyOn(console, "warn").mockImplementation(() => undefined);
        start();
        if (html === undefined) {
            drawConsole();
        } else {
            document.body.innerHTML = html;
        }
        await vi.advanceTimersByTimeAsync(120_000);
        expect(warn).toHaveBeenCalledTimes(missing.length > 0 ? 1 : 0);
        const said = String(warn.mock.calls[0]?.[0] ?? "");
        for (const each of MISSING) {
            expect(said.includes(each)).toBe(missing.includes(each));
        }
        expect(said.includes("26.7")).toBe(missing.length > 0);
        vi.useRealTimers();
    });
});

describe("The environment of a console", () => {
    const ENVIRONMENT = {
        serverBaseUrl: "a",
        adminBaseUrl: "b",
        consoleBaseUrl: "c",
        realm: "d",
        masterRealm: "e",
        clientId: "f",
    };

    function read(environment: object) {
        document.body.innerHTML = `<script id="environment" type="application/json">${JSON.stringify(environment)}</script>`;
        return readEnvironment(document);
    }

    it("has what is needed", () => {
        expect(read(ENVIRONMENT)).toEqual(ENVIRONMENT);
    });

    it("is refused if something has another name", () => {
        expect(() => read({ ...ENVIRONMENT, adminBaseUrl: undefined, realm: 5 })).toThrow("adminBaseUrl, realm");
    });
});
