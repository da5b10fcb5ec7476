#!/usr/bin/env python3
"""Images of kinds that few programs write: gray and alpha, palettes that are missing or too short."""
import zlib,struct
def chunk(t,d): return struct.pack('>I',len(d))+t+d+struct.pack('>I',zlib.crc32(t+d))
def png(name,w,h,depth,ct,rows,extra=b''):
    raw=b''.join(b'\0'+r for r in rows)
    open(name,'wb').write(b'\x89PNG\r\n\x1a\n'+chunk(b'IHDR',struct.pack('>IIBBBBB',w,h,depth,ct,0,0,0))+extra+chunk(b'IDAT',zlib.compress(raw))+chunk(b'IEND',b''))
png('ga.png',2,1,8,4,[bytes([10,20,30,40])])
png('gt.png',2,1,8,0,[bytes([10,20])],chunk(b'tRNS',b'\0\x0a'))
png('noplte.png',2,1,8,3,[bytes([0,1])])
png('badidx.png',2,1,8,3,[bytes([0,5])],chunk(b'PLTE',bytes([1,2,3,4,5,6])))
png('okidx.png',2,1,8,3,[bytes([0,1])],chunk(b'PLTE',bytes([1,2,3,4,5,6])))
png('bad4.png',3,1,4,3,[bytes([0x01,0x30])],chunk(b'PLTE',bytes([1,2,3,4,5,6])))
png('ok1.png',3,1,1,3,[bytes([0b10100000])],chunk(b'PLTE',bytes([1,2,3,4,5,6])))
