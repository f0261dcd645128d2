// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.example.broken;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32;
import java.util.zip.Deflater;

/** Writes a ZIP archive in which each number can be false. Numbers that a test does not change are correct. */
public final class ZipBytes {

    /** An entry. The local header and the data are as the fields say when {@link #bytes} is called. */
    public static final class Entry {
        public String name;
        public String localName;
        public byte[] data;
        public int flags = 1 << 11;
        public int method = 8;
        public int mode = 0100644;
        public long checksum;
        public long size;
        public long compressed;
        public Long header;
        public boolean zip64;
        public byte[] extra = {};

        private Entry(String name, byte[] plain, boolean stored) {
            this.name = name;
            localName = name;
            method = stored ? 0 : 8;
            data = stored ? plain : deflated(plain);
            CRC32 crc = new CRC32();
            crc.update(plain);
            checksum = crc.getValue();
            size = plain.length;
            compressed = data.length;
        }
    }

    public final List<Entry> entries = new ArrayList<>();
    public byte[] before = {};
    public byte[] between = {};
    public byte[] after = {};
    public String comment = "";
    public int count;
    public int onDisk;
    public int disk;
    public long moved;
    public long longer;
    public boolean zip64;

    public Entry add(String name, String text) {
        return add(name, text.getBytes(StandardCharsets.UTF_8), false);
    }

    public Entry add(String name, byte[] plain, boolean stored) {
        Entry entry = new Entry(name, plain, stored);
        entries.add(entry);
        return entry;
    }

    public static byte[] deflated(byte[] plain) {
        Deflater deflater = new Deflater(Deflater.BEST_COMPRESSION, true);
        deflater.setInput(plain);
        deflater.finish();
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        byte[] block = new byte[1 << 16];
        while (!deflater.finished()) {
            out.write(block, 0, deflater.deflate(block));
        }
        deflater.end();
        return out.toByteArray();
    }

    public byte[] bytes() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(before);
        List<Long> headers = new ArrayList<>();
        for (Entry entry : entries) {
            headers.add((long) out.size());
            byte[] name = entry.localName.getBytes(StandardCharsets.UTF_8);
            ByteBuffer header =
                    buffer(30).putInt(0x04034b50).putShort((short) 20).putShort((short) entry.flags);
            header.putShort((short) entry.method).putInt(0).putInt((int) entry.checksum);
            header.putInt((int) entry.compressed).putInt((int) entry.size);
            out.writeBytes(
                    header.putShort((short) name.length).putShort((short) 0).array());
            out.writeBytes(name);
            out.writeBytes(entry.data);
            out.writeBytes(between);
        }
        long directory = out.size();
        for (int i = 0; i < entries.size(); i++) {
            Entry entry = entries.get(i);
            out.writeBytes(central(entry, entry.header == null ? headers.get(i) : entry.header));
        }
        end(out, directory);
        out.writeBytes(after);
        return out.toByteArray();
    }

    private static byte[] central(Entry entry, long position) {
        byte[] name = entry.name.getBytes(StandardCharsets.UTF_8);
        byte[] extra = entry.zip64
                ? buffer(28)
                        .putShort((short) 1)
                        .putShort((short) 24)
                        .putLong(entry.size)
                        .putLong(entry.compressed)
                        .putLong(position)
                        .array()
                : entry.extra;
        ByteBuffer header = buffer(46 + name.length + extra.length).putInt(0x02014b50);
        header.putShort((short) (3 << 8 | 20)).putShort((short) 20).putShort((short) entry.flags);
        header.putShort((short) entry.method).putInt(0).putInt((int) entry.checksum);
        header.putInt(entry.zip64 ? -1 : (int) entry.compressed).putInt(entry.zip64 ? -1 : (int) entry.size);
        header.putShort((short) name.length).putShort((short) extra.length).putShort((short) 0);
        header.putShort((short) 0).putShort((short) 0).putInt(entry.mode << 16);
        header.putInt(entry.zip64 ? -1 : (int) position);
        return header.put(name).put(extra).array();
    }

    private void end(ByteArrayOutputStream out, long directory) {
        long size = out.size() - directory + longer;
        long position = directory + moved;
        int entryCount = entries.size() + count;
        if (zip64) {
            long end = out.size();
            ByteBuffer large = buffer(56)
                    .putInt(0x06064b50)
                    .putLong(44)
                    .putShort((short) 45)
                    .putShort((short) 45);
            large.putInt(disk).putInt(disk).putLong(entryCount + onDisk).putLong(entryCount);
            out.writeBytes(large.putLong(size).putLong(position).array());
            out.writeBytes(buffer(20)
                    .putInt(0x07064b50)
                    .putInt(disk)
                    .putLong(end)
                    .putInt(1)
                    .array());
        }
        byte[] text = comment.getBytes(StandardCharsets.UTF_8);
        ByteBuffer end = buffer(22).putInt(0x06054b50).putShort((short) disk).putShort((short) disk);
        end.putShort((short) (zip64 ? -1 : entryCount + onDisk)).putShort((short) (zip64 ? -1 : entryCount));
        end.putInt(zip64 ? -1 : (int) size).putInt(zip64 ? -1 : (int) position);
        out.writeBytes(end.putShort((short) text.length).array());
        out.writeBytes(text);
    }

    private static ByteBuffer buffer(int size) {
        return ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
    }
}
