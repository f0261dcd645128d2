// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.example.broken;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Ways to break an archive of {@code kc.sh export --dir}. */
final class BrokenArchive {

    /** 20 MiB of spaces have 20 kB. */
    private static final int BOMB = 20 << 20;

    private static final byte[] DEFLATED_BOMB = deflatedBomb();

    private final GoodDocument good;
    private final SplittableRandom random;
    private final ZipBytes zip = new ZipBytes();

    private final List<Supplier<Map<String, Object>>> ways = List.of(
            this::truncated,
            this::flipped,
            this::lyingNumbers,
            this::lyingEnd,
            this::badName,
            this::badEntry,
            this::bomb,
            this::overlapping,
            this::otherFiles,
            this::brokenDocument,
            this::around);

    BrokenArchive(GoodDocument good, SplittableRandom random) {
        this.good = good;
        this.random = random;
        zip.add("export/broken-realm.json", good.realmAlone());
        zip.add("export/broken-users-0.json", good.usersAlone(0, 1));
        zip.add("export/broken-users-1.json", good.usersAlone(1, good.users.size()));
        zip.zip64 = random.nextInt(4) == 0;
    }

    Map<String, Object> broken(int number) {
        return ways.get(number % ways.size()).get();
    }

    private static Map<String, Object> archive(String fault, byte[] body, List<String> good, boolean refused) {
        return BrokenDocument.input("application/zip", fault, body, good, refused);
    }

    private Map<String, Object> refused(String fault) {
        return archive(fault, zip.bytes(), List.of(), true);
    }

    private ZipBytes.Entry entry() {
        return zip.entries.get(random.nextInt(zip.entries.size()));
    }

    private Map<String, Object> truncated() {
        byte[] whole = zip.bytes();
        return archive("truncated", Arrays.copyOf(whole, random.nextInt(whole.length)), List.of(), true);
    }

    /** If it does not matter, everything must be there. */
    private Map<String, Object> flipped() {
        byte[] body = zip.bytes();
        int at = random.nextInt(body.length);
        body[at] ^= (byte) (1 << random.nextInt(8));
        return archive("byte " + at, body, good.names, false);
    }

    private Map<String, Object> lyingNumbers() {
        ZipBytes.Entry entry = entry();
        long by = random.nextBoolean() ? 1 + random.nextInt(100) : -1 - random.nextInt(20);
        List<Consumer<ZipBytes.Entry>> lies = List.of(
                lied -> lied.checksum += by,
                lied -> lied.size += by,
                lied -> lied.compressed += by,
                lied -> lied.header = random.nextLong(1000) + 1,
                lied -> lied.size = 0xfffffffeL,
                lied -> {
                    lied.zip64 = true;
                    lied.size = random.nextLong();
                },
                lied -> {
                    lied.zip64 = true;
                    lied.header = random.nextLong();
                },
                lied -> {
                    lied.size = 0xffffffffL;
                    lied.extra = new byte[random.nextInt(40)];
                });
        int lie = random.nextInt(lies.size());
        lies.get(lie).accept(entry);
        return refused("lie " + lie + " by " + by);
    }

    private Map<String, Object> lyingEnd() {
        int by = random.nextBoolean() ? 1 + random.nextInt(3) : -1 - random.nextInt(2);
        int lie = random.nextInt(5);
        switch (lie) {
            case 0 -> zip.count = by;
            case 1 -> zip.moved = by;
            case 2 -> zip.longer = by;
            case 3 -> zip.disk = 1;
            default -> zip.onDisk = by;
        }
        return refused("end " + lie + " by " + by);
    }

    private Map<String, Object> badName() {
        ZipBytes.Entry entry = zip.add("x", "y");
        List<String> names =
                List.of("../x", "/x", "a/../../x", "..", "..\\x", "C:\\x", "\\\\server\\x", "a\0", "", "a\n");
        entry.name = names.get(random.nextInt(names.size()));
        if (random.nextInt(4) == 0) {
            entry.name = zip.entries.get(0).name;
        }
        entry.localName = random.nextInt(4) == 0 ? "x" : entry.name;
        return refused("name " + entry.name);
    }

    private Map<String, Object> badEntry() {
        ZipBytes.Entry entry = entry();
        int way = random.nextInt(4);
        switch (way) {
            case 0 -> entry.mode = 0120777;
            case 1 -> entry.flags |= 1;
            case 2 -> entry.method = 9 + random.nextInt(90);
            default -> entry.data[random.nextInt(entry.data.length)] ^= (byte) (1 + random.nextInt(255));
        }
        return refused("entry " + way);
    }

    private Map<String, Object> bomb() {
        ZipBytes.Entry entry = zip.entries.get(1 + random.nextInt(2));
        entry.data = DEFLATED_BOMB;
        entry.compressed = DEFLATED_BOMB.length;
        if (random.nextBoolean()) {
            entry.size = BOMB;
        }
        return refused("bomb");
    }

    private static byte[] deflatedBomb() {
        byte[] spaces = new byte[BOMB];
        Arrays.fill(spaces, (byte) ' ');
        return ZipBytes.deflated(spaces);
    }

    private Map<String, Object> overlapping() {
        ZipBytes.Entry entry = zip.entries.get(2);
        if (random.nextBoolean()) {
            entry.header = (long) random.nextInt(50);
        } else {
            zip.entries.get(1).compressed += 40 + random.nextInt(40);
        }
        return refused("overlapping");
    }

    private Map<String, Object> otherFiles() {
        return switch (random.nextInt(5)) {
            case 0 -> {
                zip.add("other-realm.json", "{\"realm\":\"other\"}");
                yield refused("two realms");
            }
            case 1 -> {
                zip.add("again/broken-users-0.json", "{\"realm\":\"broken\"}");
                yield refused("users twice");
            }
            case 2 -> {
                zip.entries.remove(0);
                yield refused("no realm");
            }
            case 3 -> {
                zip.entries.clear();
                yield refused("no files");
            }
            default -> {
                zip.add("__MACOSX/._broken-realm.json", "no JSON");
                zip.add("other-users-0.json", "no JSON either");
                zip.add("README", "");
                yield archive("other files", zip.bytes(), good.names, false);
            }
        };
    }

    /** Refused as a whole, or its good users are as good as the others. */
    private Map<String, Object> brokenDocument() {
        Map<String, Object> document = new BrokenDocument(good, random).broken(random.nextInt(1000));
        boolean refused = (boolean) document.get(BrokenInputs.REFUSED);
        ZipBytes one = new ZipBytes();
        one.add("broken-realm.json", (byte[]) document.get(BrokenInputs.BODY), random.nextBoolean());
        @SuppressWarnings("unchecked")
        List<String> names = (List<String>) document.get(BrokenInputs.GOOD);
        String fault = (String) document.get(BrokenInputs.FAULT);
        // Within an archive, Jackson finds the encoding out.
        boolean decided = refused && !fault.startsWith("UTF-16") && !fault.equals("no document");
        return archive("document: " + fault, one.bytes(), names, decided);
    }

    private Map<String, Object> around() {
        byte[] piece = "PK\5\6 something".getBytes(StandardCharsets.UTF_8);
        return switch (random.nextInt(4)) {
            case 0 -> {
                zip.after = piece;
                yield refused("bytes behind");
            }
            case 1 -> {
                zip.before = piece;
                yield archive("bytes in front", zip.bytes(), good.names, false);
            }
            case 2 -> {
                zip.comment = "PK\5\6".repeat(random.nextInt(10));
                yield archive("comment", zip.bytes(), good.names, false);
            }
            default -> {
                byte[] body = new byte[random.nextInt(1000)];
                for (int i = 0; i < body.length; i++) {
                    body[i] = (byte) random.nextInt(256);
                }
                yield archive("nonsense", body, List.of(), true);
            }
        };
    }
}
